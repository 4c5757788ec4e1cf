import { randomBytes } from "node:crypto";
import { z } from "zod";
import { epochSeconds } from "../../context/clock";
import type { IdentityService } from "../../context/identity-service";
import { newMessageId } from "../../identity-provider/entity";
import { isSameText } from "../../keys/derived";
import { sealedValues } from "../../keys/sealed-values";
import { consumeArtifact, findArtifact, saveArtifact } from "../../store/oidc-artifacts";
import type { OidcArtifactTable } from "../../store/schema";
import type { SamlConnection } from "../saml-connection";

const MODEL = "ConnectionRequest";
/** Time for users at the provider. */
export const PENDING_REQUEST_SECONDS = 10 * 60;

const pendingRequest = z.strictObject({
	connectionId: z.string(),
	/** ID of the message. */
	id: z.string(),
	/** The pending login, in the browser that has begun it. */
	loginUid: z.string(),
	clientId: z.string(),
	/** The provider has to return it. */
	relayState: z.string(),
	/** The provider has to authenticate the user at this time or later (`ForceAuthn`); null: at any time. */
	askedAgainAt: z.string().nullable(),
});
/** An AuthnRequest without a response so far. It is stored sealed, since the store must not reveal pending logins. */
export type PendingRequest = z.infer<typeof pendingRequest>;
const pendingRequests = sealedValues("connection-request", pendingRequest);

export async function notePendingRequest(
	service: IdentityService,
	connection: SamlConnection,
	login: Pick<PendingRequest, "loginUid" | "clientId" | "askedAgainAt">,
): Promise<PendingRequest> {
	const relayState = randomBytes(32).toString("base64url");
	const pending: PendingRequest = { connectionId: connection.id, id: newMessageId(), relayState, ...login };
	await saveArtifact(service.database, {
		model: MODEL,
		id: keyOf(connection, pending.id),
		uid: relayState,
		payload: { sealed: await pendingRequests.seal(service, pending) },
		expiresAt: epochSeconds(service.now()) + PENDING_REQUEST_SECONDS,
	});
	return pending;
}

/**
 * The pending request that a response names, if the response came with that request's RelayState. Does not consume it.
 * @returns null where this connection has sent no such request, or it has got its response or expired
 */
export async function findPendingRequest(
	service: IdentityService,
	connection: SamlConnection,
	{ inResponseTo, relayState }: { inResponseTo: string; relayState: string },
): Promise<PendingRequest | null> {
	const row = await findArtifact(service.database, MODEL, keyOf(connection, inResponseTo));
	const pending = await readPending(service, connection, row);
	return pending && isSameText(pending.relayState, relayState) ? pending : null;
}

/** The same by RelayState alone, for a refused response, whose content can't be trusted. */
export async function findPendingByRelayState(
	service: IdentityService,
	connection: SamlConnection,
	relayState: string,
): Promise<PendingRequest | null> {
	return readPending(service, connection, await findArtifact(service.database, MODEL, relayState, "uid_hash"));
}

/** @returns false where another response has consumed it first */
export function consumePendingRequest(
	{ database, now }: IdentityService,
	connection: SamlConnection,
	{ id }: PendingRequest,
): Promise<boolean> {
	return consumeArtifact(database, MODEL, keyOf(connection, id), epochSeconds(now()));
}

async function readPending(
	service: IdentityService,
	connection: SamlConnection,
	row: OidcArtifactTable | undefined,
): Promise<PendingRequest | null> {
	if (!row || row.consumed_at !== null || (row.expires_at ?? 0) <= epochSeconds(service.now())) return null;
	const { sealed } = JSON.parse(row.payload) as { sealed: string };
	const pending = await pendingRequests.unseal(service, sealed);
	return pending?.connectionId === connection.id ? pending : null;
}

function keyOf({ id }: SamlConnection, requestId: string): string {
	return JSON.stringify([id, requestId]);
}
