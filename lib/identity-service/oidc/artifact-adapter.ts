import { type Adapter, type AdapterFactory, type AdapterPayload, errors, Provider } from "oidc-provider";
import { ENDLESS_SECONDS } from "../clients/lifetimes";
import { clientMetadata, findServiceClient } from "../clients/service-client";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import { requestOf } from "../context/node-bridge";
import { callerHash } from "../context/service-request";
import {
	deleteFamiliesOfGrant,
	exchangeableToken,
	presentedFamily,
	revokeGrant,
	saveRefreshToken,
} from "../sessions/refresh-token-family";
import { noteSession, saveSession } from "../sessions/session-record";
import {
	consumeArtifact,
	deleteArtifact,
	deleteArtifactsOfGrant,
	findArtifact,
	insertArtifact,
	saveArtifact,
} from "../store/oidc-artifacts";
import type { OidcArtifactTable } from "../store/schema";

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
				expiresAt:
					expiresIn === undefined || expiresIn > ENDLESS_SECONDS / 2
						? undefined
						: epochSeconds(service.now()) + expiresIn,
				// Unauthenticated callers create interactions, and each is stored for an hour.
				callerHash: model === "Interaction" ? callerOfRequest(service) : undefined,
			};
			if (model === "RefreshToken") await saveRefreshToken(service, payload, artifact);
			else if (model === "Session") await saveSession(service, payload, artifact, expiresIn ?? 0);
			else await saveArtifact(database, artifact);
		},
		async find(id) {
			const row = await findArtifact(database, model, id);
			if (!row || (model === "RefreshToken" && !(await exchangeableToken(service, row)))) return undefined;
			const payload = withSecrets(
				service,
				model,
				isWithinLeeway(service, row) ? { ...row, consumed_at: null } : row,
				id,
			);
			if (model === "Session") noteSession(payload);
			return payload;
		},
		async findByUid(uid) {
			const row = await findArtifact(database, model, uid, "uid_hash");
			return row && withSecrets(service, model, row, undefined);
		},
		findByUserCode: unsupported,
		async consume(id) {
			if (await consumeArtifact(database, model, id, epochSeconds(service.now()))) return;
			const row = await findArtifact(database, model, id);
			if (row && isWithinLeeway(service, row)) return;
			// A concurrent request was first with the same value: a replay (RFC 9700 section 4.14.2).
			if (row?.grant_id) await revokeGrant(service, row.grant_id);
			throw new errors.InvalidGrant({ detail: `${model} already used` });
		},
		destroy: (id) => deleteArtifact(database, model, id),
		async revokeByGrantId(grantId) {
			if (model === "RefreshToken") await deleteFamiliesOfGrant(service, grantId);
			await deleteArtifactsOfGrant(database, grantId, model);
		},
	};
}

function callerOfRequest(service: IdentityService): string | undefined {
	return Provider.ctx && callerHash(service.secrets, requestOf(Provider.ctx).address);
}

/** Whether a consumed refresh token is within the leeway for a client that lost the response with the new one. */
function isWithinLeeway(service: IdentityService, { model, consumed_at }: OidcArtifactTable): boolean {
	const leeway =
		(model === "RefreshToken" && Provider.ctx && presentedFamily(Provider.ctx)?.lifetimes.leewaySeconds) || 0;
	return consumed_at !== null && epochSeconds(service.now()) - consumed_at < leeway;
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
