import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** A new secret: 256 random bits. */
export function newWebhookSecret(): string {
	return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** What is signed of a delivery. */
export type SignedParts = {
	/** The event's. */
	id: string;
	/** Of this attempt, in seconds since 1970. */
	timestamp: number;
	body: string;
};

/**
 * The headers of a delivery (Standard Webhooks, https://www.standardwebhooks.com): id, time and one signature per secret, each
 * HMAC-SHA-256 over `id.timestamp.body`.
 */
export function signatureHeaders({ id, timestamp, body }: SignedParts, secrets: readonly string[]) {
	const signatures = secrets.map((secret) => {
		const key = Buffer.from(secret.slice(PREFIX.length), "base64");
		return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
	});
	return {
		"webhook-id": id,
		"webhook-timestamp": String(timestamp),
		"webhook-signature": signatures.join(" "),
	};
}
