import Provider, { type AdapterPayload, type KoaContextWithOIDC } from "oidc-provider";
import { inTransaction } from "@/lib/database/in-transaction";
import { SESSION_ABSOLUTE_SECONDS } from "../clients/lifetimes";
import type { IdentityService } from "../context/identity-service";
import { type NewArtifact, saveArtifact } from "../store/oidc-artifacts";
import { whileRowStays } from "../store/rows";
import type { IdentityServiceDatabase, SessionRow } from "../store/schema";
import { recordLogin } from "../store/users";
import { newDevice, usedDevice } from "./device";

/** Of a session that began at an outside provider, for which RFC 8176 has no value. */
const FEDERATED_METHOD = "federated";

/** Remembers that a user was signed in when the request read its session. */
export function noteSession({ uid, accountId }: AdapterPayload): void {
	if (Provider.ctx && accountId) Provider.ctx.state.knownSession = uid;
}

/**
 * Stores a session of the library, and its row for the management interface. A session that has ended since the request
 * read it is not stored again: only a sign-in begins one.
 * @param idleSeconds until it expires without further use
 */
export async function saveSession(
	service: IdentityService,
	payload: AdapterPayload,
	artifact: NewArtifact,
	idleSeconds: number,
): Promise<void> {
	const { uid, accountId } = payload;
	const ctx = Provider.ctx;
	if (!ctx || !uid || !accountId) return saveArtifact(service.database, artifact);
	await inTransaction(service.database, async (transaction) => {
		const row = transaction.selectFrom("sessions").selectAll().where("id", "=", uid);
		const before = await whileRowStays(transaction, row).executeTakeFirst();
		if (!before && ctx.state.knownSession === uid) return;
		const at = service.now();
		const after = rowOf(at, ctx, { ...payload, uid, accountId }, idleSeconds, before ?? null);
		const { id, created_at, metadata, ...changed } = after;
		await transaction
			.insertInto("sessions")
			.values(after)
			.onConflict((conflict) => conflict.column("id").doUpdateSet(changed))
			.execute();
		await saveArtifact(transaction, artifact);
		if (before?.authenticated_at !== after.authenticated_at) {
			await recordLogin(transaction, accountId, { at, ip: ctx.ip || null });
		}
	});
}

function rowOf(
	at: Date,
	ctx: KoaContextWithOIDC,
	{ uid, accountId, loginTs = 0, amr, authorizations }: AdapterPayload & { uid: string; accountId: string },
	idleSeconds: number,
	before: SessionRow | null,
): SessionRow {
	const now = at.toISOString();
	const authenticated = time(loginTs * 1000);
	// After a sign-in at another provider the library has no methods.
	const methods = (amr ?? [FEDERATED_METHOD]).map((name) => ({ name, timestamp: authenticated }));
	return {
		...{ id: uid, user_id: accountId, created_at: before?.created_at ?? now, updated_at: now },
		...{ authenticated_at: authenticated, last_interacted_at: now },
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
	return (await whileRowStays(transaction, row).executeTakeFirst()) !== undefined;
}
