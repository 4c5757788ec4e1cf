import Provider, { type AdapterPayload, type KoaContextWithOIDC } from "oidc-provider";
import { inTransaction } from "@/lib/database/in-transaction";
import { SESSION_ABSOLUTE_SECONDS } from "../clients/lifetimes";
import type { IdentityService } from "../context/identity-service";
import { requestOf } from "../context/node-bridge";
import { accountName, clientInLog, recordSignIn } from "../log/sign-ins";
import { lockedClients } from "../store/clients";
import { artifactHash, deleteArtifact, type NewArtifact, saveArtifact } from "../store/oidc-artifacts";
import { lockAgainstDeletion, lockForUpdate } from "../store/rows";
import type { IdentityServiceDatabase, SessionRow } from "../store/schema";
import { artifactsOfSessions, saveSessionArtifact } from "../store/session-artifacts";
import { newDevice, usedDevice } from "./device";
import { mergedSession, type StoredSession } from "./stored-session";

/** Of a session that began at an outside provider, for which RFC 8176 has no value. */
const FEDERATED_METHOD = "federated";

/** The session as the request has read it, with the identifier in the cookie. */
type ReadSession = { id: string; payload: AdapterPayload };

export function noteSession(id: string, payload: AdapterPayload): void {
	if (Provider.ctx) Provider.ctx.state.readSession = { id, payload: structuredClone(payload) } satisfies ReadSession;
}

/** Whether the request has given its session a new identifier in place of this one. */
export function isRenewed(id: string): boolean {
	const session = Provider.ctx?.oidc?.session;
	return session !== undefined && session.jti !== id;
}

/** In the result of a login: identifies the user's sign-in, also at the pages that follow it, as the one for consent. */
export const SIGN_IN_RESULT = "signIn";

function signInOf({ oidc: { result } }: KoaContextWithOIDC): string | undefined {
	return result?.login && String(result[SIGN_IN_RESULT]);
}

type StoredWithSession = (within: IdentityService, session: { uid: string; accountId: string }) => Promise<void>;

/** Adds to the storing of the request's session, in its transaction. @param store by the service with the transaction */
export function storeWithSession(ctx: KoaContextWithOIDC, store: StoredWithSession): void {
	ctx.state.storedWithSession = store;
}

/** Remembers that the request has been authorized. */
export function noteAuthorization(ctx: KoaContextWithOIDC): void {
	ctx.state.isAuthorized = true;
}

/**
 * Stores a session of the library, and its row for the management interface. Other requests may have stored it since this
 * one has read it: what they have changed stays. A session that has ended since then is not stored again: only a sign-in
 * begins one.
 * @param idleSeconds until it expires without further use
 */
export async function saveSession(
	service: IdentityService,
	payload: AdapterPayload,
	artifact: NewArtifact,
	idleSeconds: number,
): Promise<void> {
	const ctx = Provider.ctx;
	const { jti, uid, accountId, ...known } = payload;
	if (!ctx || !uid) return saveArtifact(service.database, artifact);
	const read: ReadSession | undefined = ctx.state.readSession;
	const base = read?.payload.uid === uid ? read : undefined;
	const oldId = base && base.id !== artifact.id ? base.id : null;
	const clientId = ctx.oidc.client?.clientId;
	await inTransaction(service.database, async (transaction) => {
		// First, as a deletion of the client does, which then finds the session.
		const isGone = clientId !== undefined && (await lockedClients(transaction, [clientId])).length === 0;
		const row = transaction.selectFrom("sessions").selectAll().where("id", "=", uid);
		let before = await lockForUpdate(transaction, row).executeTakeFirst();
		if (!accountId) {
			// Another request has signed the user in, under an identifier that only its browser got.
			if (before) return;
			await saveArtifact(transaction, artifact);
			if (oldId !== null) await deleteArtifact(transaction, "Session", oldId);
			return;
		}
		if (!before && base?.payload.accountId) return;
		const own = { ...known, uid, accountId };
		const at = service.now();
		if (!before) {
			const insertion = transaction.insertInto("sessions").values(rowOf(at, ctx, own, idleSeconds, null));
			await insertion.onConflict((conflict) => conflict.doNothing()).execute();
			// Another sign-in in the session may have been ahead at the same moment.
			before = await lockForUpdate(transaction, row).executeTakeFirstOrThrow();
		}
		// Two users have signed in on the pages of one browser at the same moment: the session is the first one's.
		if (before.user_id !== accountId) return;
		const artifacts = await artifactsOfSessions(transaction, [uid]);
		const parsed = artifacts.map(({ id_hash, payload }) => ({
			id_hash,
			session: JSON.parse(payload) as StoredSession,
		}));
		const stored = parsed.find(({ session }) => session.accountId === accountId)?.session;
		const merged = mergedSession(base?.payload, stored, own, signInOf(ctx));
		if (isGone) delete merged.authorizations?.[clientId];
		const isCounted = ctx.state.isAuthorized === true && ctx.status < 400 && merged.signIn?.isCounted === false;
		if (isCounted && merged.signIn) merged.signIn.isCounted = true;
		const { id, created_at, metadata, actor, ...changed } = rowOf(at, ctx, merged, idleSeconds, before);
		await transaction.updateTable("sessions").set(changed).where("id", "=", id).execute();
		// A sign-in makes the old identifier worthless. Otherwise requests that were sent with it at the same moment go on.
		const isSignIn = merged.signIn?.id !== stored?.signIn?.id;
		const oldHash = isSignIn && oldId !== null ? artifactHash(oldId) : null;
		const dropped = parsed.filter(({ id_hash, session }) => id_hash === oldHash || session.accountId !== accountId);
		const kept = parsed.filter((each) => !dropped.includes(each));
		await saveSessionArtifact(transaction, { ...artifact, uid, payload: merged }, kept, dropped);
		const more: StoredWithSession | undefined = ctx.state.storedWithSession;
		await more?.({ ...service, database: transaction }, { uid, accountId });
		await recordUse(service, transaction, ctx, merged, isCounted ? at : null);
	});
}

/** Logs a sign-in in the session, or an application's request that the session has authorized without a page. */
async function recordUse(
	service: IdentityService,
	transaction: IdentityServiceDatabase,
	ctx: KoaContextWithOIDC,
	{ uid, accountId, amr }: StoredSession,
	signedInAt: Date | null,
): Promise<void> {
	const { client, account, result, params } = ctx.oidc;
	const own = {
		request: requestOf(ctx),
		userId: accountId,
		client: clientInLog(client),
		audience: [params?.resource ?? []].flat().join(" "),
		details: { session_id: uid },
	};
	if (signedInAt) await recordSignIn(service, transaction, { ...own, method: amr?.[0], at: signedInAt });
	else if (ctx.state.isAuthorized === true && ctx.status < 400 && !result) {
		await service.log.record(transaction, { ...own, type: "ssa", userName: accountName(account) });
	}
}

function rowOf(
	at: Date,
	ctx: KoaContextWithOIDC,
	{ uid, accountId, loginTs = 0, amr, authorizations }: StoredSession,
	idleSeconds: number,
	before: SessionRow | null,
): SessionRow {
	const now = at.toISOString();
	const authenticated = time(loginTs * 1000);
	// After a sign-in at another provider the library has no methods.
	const methods = (amr ?? [FEDERATED_METHOD]).map((name) => ({ name, timestamp: authenticated }));
	return {
		id: uid,
		user_id: accountId,
		created_at: before?.created_at ?? now,
		updated_at: now,
		authenticated_at: authenticated,
		last_interacted_at: now,
		idle_expires_at: time(at.getTime() + idleSeconds * 1000),
		expires_at: time((loginTs + SESSION_ABSOLUTE_SECONDS) * 1000),
		device: before ? usedDevice(before.device, ctx) : newDevice(ctx),
		clients: JSON.stringify(Object.keys(authorizations ?? {})),
		methods: JSON.stringify(methods),
		metadata: before?.metadata ?? null,
		actor: before?.actor ?? null,
	};
}

function time(milliseconds: number): string {
	return new Date(milliseconds).toISOString();
}

/**
 * Whether the session of a new refresh token has not ended. It does not end before the transaction: whoever ends it then
 * finds the token.
 */
export async function isSessionOpen(transaction: IdentityServiceDatabase, id: string): Promise<boolean> {
	const row = transaction.selectFrom("sessions").select("id").where("id", "=", id);
	return (await lockAgainstDeletion(transaction, row).executeTakeFirst()) !== undefined;
}
