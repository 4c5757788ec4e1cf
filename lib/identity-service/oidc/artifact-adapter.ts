import { type Adapter, type AdapterFactory, type AdapterPayload, errors, Provider } from "oidc-provider";
import { ENDLESS_SECONDS } from "../clients/lifetimes";
import { clientMetadata, findServiceClient } from "../clients/service-client";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import { requestOf } from "../context/node-bridge";
import { callerHash } from "../context/service-request";
import { logFailure } from "../http/failure";
import {
	deleteFamiliesOfGrant,
	exchangeableToken,
	presentedFamily,
	revokeGrant,
	saveRefreshToken,
} from "../sessions/refresh-token-family";
import { saveGrant } from "../sessions/session-grant";
import { isRenewed, noteSession, saveSession } from "../sessions/session-record";
import {
	consumeArtifact,
	deleteArtifact,
	deleteArtifactsOfGrant,
	deleteExpiredArtifacts,
	findArtifact,
	insertArtifact,
	saveArtifact,
} from "../store/oidc-artifacts";
import type { OidcArtifactTable } from "../store/schema";
import { deleteExpiredSessions } from "../store/sessions";

/** One write in so many also deletes expired rows, at most this many, so that no request takes long. */
const WRITES_PER_SWEEP = 100;
const SWEEP_ROWS_MAX = 200;

/** Stores the library's artifacts in the service's database; clients are read from their own table. */
export function artifactAdapter(service: IdentityService): AdapterFactory {
	let writes = 0;
	return (model) => (model === "Client" ? clientAdapter(service) : tableAdapter(service, model, sweepSometimes));

	async function sweepSometimes(): Promise<void> {
		writes += 1;
		if (writes % WRITES_PER_SWEEP > 0) return;
		// The request's own write is done already; the next sweep makes up for one that fails.
		await sweep(service).catch((error) => logFailure("sweep", error));
	}
}

async function sweep({ database, now }: IdentityService): Promise<void> {
	await deleteExpiredArtifacts(database, epochSeconds(now()), SWEEP_ROWS_MAX);
	await deleteExpiredSessions(database, now().toISOString(), SWEEP_ROWS_MAX);
}

function tableAdapter(service: IdentityService, model: string, afterWrite: () => Promise<void>): Adapter {
	const { database } = service;
	const findBy = async (value: string, column: "uid_hash" | "user_code_hash") => {
		const row = await findArtifact(database, model, value, column);
		return row && withSecrets(service, model, row, undefined);
	};
	return {
		async upsert(id, payload, expiresIn) {
			if (model === REPLAY_MODEL) return recordUse(service, id, payload, expiresIn);
			const artifact = {
				model,
				id,
				payload: withoutSecrets(model, payload),
				uid: payload.uid,
				userCode: payload.userCode,
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
			else if (model === "Grant") await saveGrant(service, payload, artifact);
			else await saveArtifact(database, artifact);
			await afterWrite();
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
			if (model === "Session") noteSession(id, payload);
			return payload;
		},
		findByUid: (uid) => findBy(uid, "uid_hash"),
		findByUserCode: (userCode) => findBy(userCode, "user_code_hash"),
		async consume(id) {
			if (await consumeArtifact(database, model, id, epochSeconds(service.now()))) return;
			const row = await findArtifact(database, model, id);
			if (row && isWithinLeeway(service, row)) return;
			// A concurrent request was first with the same value: a replay (RFC 9700 section 4.14.2).
			if (row?.grant_id) await revokeGrant(service, row.grant_id);
			throw new errors.InvalidGrant({ detail: `${model} already used` });
		},
		async destroy(id) {
			// It goes when the session is stored under its new identifier, in one transaction.
			if (model === "Session" && isRenewed(id)) return;
			await deleteArtifact(database, model, id);
		},
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

async function recordUse(
	{ database, now }: IdentityService,
	id: string,
	payload: AdapterPayload,
	expiresIn = 0,
): Promise<void> {
	const expiresAt = epochSeconds(now()) + expiresIn;
	const isFirst = await insertArtifact(database, { model: REPLAY_MODEL, id, payload, expiresAt });
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
	const unsupported = async () => {
		throw new Error("Clients are not written through the authentication interface.");
	};
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
