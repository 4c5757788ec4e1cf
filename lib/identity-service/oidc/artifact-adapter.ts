import {
	type Adapter,
	type AdapterFactory,
	type AdapterPayload,
	errors,
	type KoaContextWithOIDC,
	Provider,
} from "oidc-provider";
import { ENDLESS_SECONDS, GRANT_SECONDS } from "../clients/lifetimes";
import { clientMetadata, findServiceClient } from "../clients/service-client";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import { requestOf } from "../context/node-bridge";
import { callerHash } from "../context/service-request";
import { recordRevocations } from "../log/endings";
import { clientInLog } from "../log/sign-ins";
import { deleteFamiliesOfGrant, readPresentedToken, recordReuse } from "../sessions/refresh-token-family";
import { isRenewed, noteSession, saveSession } from "../sessions/session-record";
import { deleteArtifact, deleteArtifactsOfGrant, findArtifact, insertArtifact } from "../store/oidc-artifacts";
import { type DeletedToken, deleteRefreshTokens } from "../store/refresh-tokens";
import { findRevoked, rememberRevoked } from "../store/revoked-tokens";
import type { IdentityServiceDatabase, OidcArtifactTable } from "../store/schema";
import { noteCode, noteRevoked } from "./provider-log";
import { deleteStored, spend, storeIssued } from "./request-writes";

/** Stores the library's artifacts in the service's database; clients are read from their own table. */
export function artifactAdapter(service: IdentityService): AdapterFactory {
	return (model) => (model === "Client" ? clientAdapter(service) : tableAdapter(service, model));
}

/** What the library has in its interface and this service has no use for. */
async function unsupported(): Promise<never> {
	throw new Error("The authentication interface does not do this with what is stored.");
}

function tableAdapter(service: IdentityService, model: string): Adapter {
	const { database } = service;
	return {
		async upsert(id, payload, expiresIn) {
			if (model === REPLAY_MODEL) return recordUse(service, id, payload, expiresIn);
			const artifact = {
				model,
				id,
				payload: withoutSecrets(model, payload),
				uid: payload.uid,
				grantId: payload.grantId,
				expiresAt: endOf(service, model, expiresIn),
				// Unauthenticated callers create interactions, and each is stored for an hour.
				callerHash: model === "Interaction" ? callerOfRequest(service) : undefined,
			};
			if (model === "Session") await saveSession(service, payload, artifact, expiresIn ?? 0);
			else await storeIssued(service, artifact, payload);
		},
		async find(id) {
			const row = await findArtifact(database, model, id);
			if (!row && model === REFRESH_TOKEN_MODEL && Provider.ctx) {
				noteRevoked(Provider.ctx, await findRevoked(database, id));
			}
			if (!row) return undefined;
			if (model === REFRESH_TOKEN_MODEL) return tokenValue(service, row, id);
			const payload = withSecrets(service, model, row, id);
			if (model === "Session") noteSession(id, payload);
			if (model === "AuthorizationCode" && Provider.ctx) noteCode(Provider.ctx, payload);
			return payload;
		},
		async findByUid(uid) {
			const row = await findArtifact(database, model, uid, "uid_hash");
			return row && withSecrets(service, model, row, undefined);
		},
		findByUserCode: unsupported,
		consume: (id) => spend(service, model, id),
		async destroy(id) {
			// It goes when the session is stored under its new identifier, in one transaction.
			if (model === "Session" && isRenewed(id)) return;
			const { ctx } = Provider;
			await deleteStored(service, async (transaction) => {
				if (model === REFRESH_TOKEN_MODEL) await deleteTokenOf(service, transaction, id, ctx);
				else await deleteArtifact(transaction, model, id);
			});
		},
		async revokeByGrantId(grantId) {
			const { ctx } = Provider;
			await deleteStored(service, async (transaction) => {
				// The library leaves refresh tokens out where the client has lost their grant type.
				await recordDeleted(service, transaction, await deleteFamiliesOfGrant(transaction, grantId), ctx);
				await deleteArtifactsOfGrant(transaction, grantId, model);
			});
		},
	};
}

/**
 * Seconds since the epoch; undefined: none. A grant lasts as long as a refresh token once that is issued, which may never
 * happen.
 */
function endOf({ now }: IdentityService, model: string, expiresIn = Number.POSITIVE_INFINITY): number | undefined {
	const seconds = model === "Grant" ? Math.min(expiresIn, GRANT_SECONDS) : expiresIn;
	return seconds > ENDLESS_SECONDS / 2 ? undefined : epochSeconds(now()) + seconds;
}

const REFRESH_TOKEN_MODEL = "RefreshToken";

/** For the library a value is used once it is not accepted again. */
async function tokenValue(
	service: IdentityService,
	row: OidcArtifactTable,
	id: string,
): Promise<AdapterPayload | undefined> {
	const presented = await readPresentedToken(service, row);
	if (!presented) return undefined;
	if (Provider.ctx) Provider.ctx.state.presentedToken = presented;
	if (presented.ended) return undefined;
	const consumed_at = presented.isReused ? row.consumed_at : null;
	return withSecrets(service, REFRESH_TOKEN_MODEL, { ...row, consumed_at }, id);
}

async function deleteTokenOf(
	service: IdentityService,
	transaction: IdentityServiceDatabase,
	value: string,
	ctx: KoaContextWithOIDC | undefined,
): Promise<void> {
	const row = await findArtifact(transaction, REFRESH_TOKEN_MODEL, value);
	if (!row?.refresh_token_id) return;
	const deleted = await deleteRefreshTokens(transaction, "id", [row.refresh_token_id]);
	await recordDeleted(service, transaction, deleted, ctx);
}

async function recordDeleted(
	service: IdentityService,
	transaction: IdentityServiceDatabase,
	deleted: readonly DeletedToken[],
	ctx: KoaContextWithOIDC | undefined,
): Promise<void> {
	if (!ctx) return rememberRevoked(transaction, deleted, epochSeconds(service.now()));
	if (ctx.oidc.route === "token") return recordReuse(service, transaction, deleted, ctx);
	await recordRevocations(service, transaction, deleted, {
		request: requestOf(ctx),
		client: clientInLog(ctx.oidc.client),
	});
}

function callerOfRequest(service: IdentityService): string | undefined {
	return Provider.ctx && callerHash(service.secrets, requestOf(Provider.ctx).address);
}

/** The `jti` of a client assertion or a DPoP proof, which is single use. The library reads it before it writes it. */
const REPLAY_MODEL = "ReplayDetection";
/**
 * The library keeps a proof for as long as one that was made at this moment is accepted, and accepts one that is dated as
 * much ahead.
 */
const DATED_AHEAD_SECONDS_MAX = 300;

async function recordUse(
	{ database, now }: IdentityService,
	id: string,
	payload: AdapterPayload,
	expiresIn = 0,
): Promise<void> {
	const expiresAt = epochSeconds(now()) + expiresIn + DATED_AHEAD_SECONDS_MAX;
	const kept = { ...payload, exp: (payload.exp ?? 0) + DATED_AHEAD_SECONDS_MAX };
	const isFirst = await insertArtifact(database, { model: REPLAY_MODEL, id, payload: kept, expiresAt });
	if (!isFirst) throw new errors.InvalidClientAuth("it was used by another request at the same moment");
}

/** The library's payloads repeat identifiers that are bearer secrets; the table holds only their hashes. */
function withoutSecrets(model: string, payload: AdapterPayload): AdapterPayload {
	const { jti, ...stored } = payload;
	if (model !== "Interaction") return stored;
	const { returnTo, session, ...interaction } = stored;
	if (!session) return interaction;
	const { cookie, ...known } = session;
	return { ...interaction, session: known as AdapterPayload["session"] };
}

function withSecrets(
	service: IdentityService,
	model: string,
	row: OidcArtifactTable,
	id: string | undefined,
): AdapterPayload {
	return {
		...(JSON.parse(row.payload) as AdapterPayload),
		...(id === undefined ? {} : { jti: id }),
		...(model === "Interaction" ? { returnTo: new URL(`authorize/${id}`, service.config.issuer).href } : {}),
		...(row.consumed_at === null ? {} : { consumed: row.consumed_at }),
	};
}

function clientAdapter(service: IdentityService): Adapter {
	return {
		async find(clientId) {
			const client = await findServiceClient(service, clientId);
			return client ? ((await clientMetadata(service, client)) as AdapterPayload | undefined) : undefined;
		},
		upsert: unsupported,
		findByUid: unsupported,
		findByUserCode: unsupported,
		consume: unsupported,
		destroy: unsupported,
		revokeByGrantId: unsupported,
	};
}
