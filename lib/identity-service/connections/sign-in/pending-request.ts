import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { seal, unseal } from "@/lib/secrets/sealed-text";
import { epochSeconds } from "../../context/clock";
import type { IdentityService } from "../../context/identity-service";
import { newMessageId } from "../../identity-provider/entity";
import { consumeArtifact, findArtifact, findArtifactBy, saveArtifact } from "../../store/oidc-artifacts";
import type { OidcArtifactTable } from "../../store/schema";
import type { SamlConnection } from "../saml-connection";

const MODEL = "ConnectionRequest";
const PURPOSE = "connection-request";
/** How long people may take at the provider. */
export const PENDING_REQUEST_SECONDS = 10 * 60;

const pendingRequest = z.strictObject({
	connectionId: z.string(),
	/** ID of the message. */
	id: z.string(),
	/** The login that waits for the answer, in the browser that has begun it. */
	loginUid: z.string(),
	clientId: z.string(),
	/** What the provider was given to send back. */
	relayState: z.string(),
	/** The provider was to ask the person again at this time or later; null: it was not. */
	askedAgainAt: z.string().nullable(),
});
/** A request to sign in that a provider has not answered. */
export type PendingRequest = z.infer<typeof pendingRequest>;

export async function notePendingRequest(
	service: IdentityService,
	connection: SamlConnection,
	login: Pick<PendingRequest, "loginUid" | "clientId" | "askedAgainAt">,
): Promise<PendingRequest> {
	const drawn = { id: newMessageId(), relayState: randomBytes(32).toString("base64url") };
	const pending: PendingRequest = { connectionId: connection.id, ...drawn, ...login };
	await saveArtifact(service.database, {
		...{ model: MODEL, id: keyOf(connection, pending.id), uid: pending.relayState },
		// Whoever reads the store is to learn of no login that waits.
		payload: { sealed: await seal(JSON.stringify(pending), service.secrets.current, PURPOSE) },
		expiresAt: epochSeconds(service.now()) + PENDING_REQUEST_SECONDS,
	});
	return pending;
}

/**
 * The request that an answer names, where it has come with what was sent along with that request. It stays as it is.
 * @returns null where this connection has sent no such request, it was answered, or too long ago
 */
export async function findPendingRequest(
	service: IdentityService,
	connection: SamlConnection,
	answer: { inResponseTo: string; relayState: string },
): Promise<PendingRequest | null> {
	const row = await findArtifact(service.database, MODEL, keyOf(connection, answer.inResponseTo));
	const pending = await readPending(service, connection, row);
	return pending && isSame(pending.relayState, answer.relayState) ? pending : null;
}

/** The same by what was sent along alone, where the answer is not good and nothing in it can be believed. */
export async function findPendingByRelayState(
	service: IdentityService,
	connection: SamlConnection,
	relayState: string,
): Promise<PendingRequest | null> {
	const row = await findArtifactBy(service.database, MODEL, "uid_hash", relayState);
	return readPending(service, connection, row);
}

/** @returns false where another answer was faster */
export function takePendingRequest(
	{ database, now }: IdentityService,
	connection: SamlConnection,
	{ id }: PendingRequest,
): Promise<boolean> {
	return consumeArtifact(database, MODEL, keyOf(connection, id), epochSeconds(now()));
}

async function readPending(
	{ secrets, now }: IdentityService,
	connection: SamlConnection,
	row: OidcArtifactTable | undefined,
): Promise<PendingRequest | null> {
	if (!row || row.consumed_at !== null || (row.expires_at ?? 0) <= epochSeconds(now())) return null;
	const { sealed } = JSON.parse(row.payload) as { sealed: string };
	const opened = await unseal(sealed, secrets.known, PURPOSE);
	const pending = opened && pendingRequest.parse(JSON.parse(opened.text));
	return pending?.connectionId === connection.id ? pending : null;
}

function keyOf({ id }: SamlConnection, requestId: string): string {
	return JSON.stringify([id, requestId]);
}

function isSame(one: string, other: string): boolean {
	const [first, second] = [one, other].map((text) => createHash("sha256").update(text).digest());
	return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}
