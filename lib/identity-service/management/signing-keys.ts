import { X509Certificate } from "node:crypto";
import { z } from "zod";
import { certificateAsPkcs7 } from "../keys/self-signed-certificate";
import { type CertifiedKey, certifiedSigningKeys } from "../keys/signing-key-certificates";
import { rotateSigningKeys } from "../keys/signing-keys";
import { operation } from "./operation";
import { timeText } from "./parameters";

const signingKey = z.strictObject({
	kid: z.string(),
	alg: z.string(),
	cert: z.string(),
	pkcs7: z.string(),
	current: z.boolean(),
	next: z.boolean(),
	previous: z.boolean(),
	current_since: timeText.optional(),
	current_until: timeText.optional(),
	fingerprint: z.string(),
	thumbprint: z.string(),
	revoked: z.boolean(),
});

export const signingKeyOperations = [
	// The keys that sign, did so lately, or will soon: the newest first, one of each algorithm.
	operation("get_signing_keys", {
		status: 200,
		response: z.array(signingKey),
		async run(service) {
			const keys = await certifiedSigningKeys(service);
			return keys.map((key) => signingKeyResponse(key, keys));
		},
	}),
	// Adds new keys; the old ones stay published until the last token signed with them has expired.
	operation("post_signing_keys", {
		status: 201,
		response: z.array(z.strictObject({ kid: z.string(), alg: z.string(), active_at: timeText })),
		async run({ database, secrets, now }) {
			const keys = await rotateSigningKeys({ database, secrets, now });
			return keys.map(({ kid, alg, activeAt }) => ({ kid, alg, active_at: activeAt.toISOString() }));
		},
	}),
];

function signingKeyResponse({ row, state, certificate }: CertifiedKey, all: readonly CertifiedKey[]) {
	const successor = all
		.filter((other) => other.row.alg === row.alg && other.row.sequence > row.sequence)
		.sort((one, other) => one.row.sequence - other.row.sequence)[0];
	const { fingerprint } = new X509Certificate(certificate);
	return {
		kid: row.kid,
		alg: row.alg,
		cert: certificate,
		pkcs7: certificateAsPkcs7(certificate),
		current: state === "active",
		next: state === "next",
		previous: state === "previous",
		...(state === "next" ? {} : { current_since: row.active_at }),
		...(successor ? { current_until: successor.row.active_at } : {}),
		fingerprint,
		thumbprint: fingerprint.replaceAll(":", ""),
		revoked: false,
	};
}
