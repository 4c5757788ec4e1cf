import "server-only";
import { createHash, randomBytes } from "node:crypto";
import type { Selectable } from "kysely";
import { inTransaction } from "@/lib/database/in-transaction";
import { bestEffort, dashboardDatabase, fromNow } from "./dashboard-database";
import type { DashboardSchema } from "./schema";

export const SESSION_LIFETIME_SECONDS = 12 * 3600;
export const SESSION_IDLE_SECONDS = 2 * 3600;
/** `last_seen_at` is written at most this often, so that reading a page rarely writes. */
const LAST_SEEN_STEP_SECONDS = 60;

export type StoredSession = Selectable<DashboardSchema["sessions"]>;
export type NewSession = Omit<StoredSession, "id_hash" | "created_at" | "last_seen_at" | "expires_at">;

export function hashOfSession(sessionId: string): string {
	return createHash("sha256").update(sessionId).digest("base64url");
}

/**
 * Stores a session.
 * @param replacedId the session whose cookie the new one overwrites; it is deleted
 * @returns the identifier, 256 random bits, which is in the cookie only
 */
export async function createSession(session: NewSession, replacedId: string | null = null): Promise<string> {
	const database = await dashboardDatabase();
	const sessionId = randomBytes(32).toString("base64url");
	const now = fromNow(0);
	await inTransaction(database, async (transaction) => {
		if (replacedId) await transaction.deleteFrom("sessions").where("id_hash", "=", hashOfSession(replacedId)).execute();
		await transaction
			.insertInto("sessions")
			.values({
				...session,
				id_hash: hashOfSession(sessionId),
				created_at: now,
				last_seen_at: now,
				expires_at: fromNow(SESSION_LIFETIME_SECONDS * 1000),
			})
			.execute();
	});
	return sessionId;
}

/**
 * Null where there is none, it has expired, or it was idle for too long.
 * @param isActivity whether the admin is seen with this request
 * @param evenIdle also one that was idle for too long
 */
export async function findSession(
	sessionId: string,
	{ isActivity = true, evenIdle = false } = {},
): Promise<StoredSession | null> {
	const database = await dashboardDatabase();
	const id_hash = hashOfSession(sessionId);
	const session = await database.selectFrom("sessions").selectAll().where("id_hash", "=", id_hash).executeTakeFirst();
	if (!session || session.expires_at <= fromNow(0)) return null;
	if (!evenIdle && session.last_seen_at <= fromNow(-SESSION_IDLE_SECONDS * 1000)) return null;
	if (isActivity && session.last_seen_at <= fromNow(-LAST_SEEN_STEP_SECONDS * 1000)) {
		const seen = database.updateTable("sessions").set({ last_seen_at: fromNow(0) });
		await bestEffort("when a session was last seen", () => seen.where("id_hash", "=", id_hash).execute());
	}
	return session;
}

export async function deleteSession(sessionId: string): Promise<void> {
	const database = await dashboardDatabase();
	await database.deleteFrom("sessions").where("id_hash", "=", hashOfSession(sessionId)).execute();
}

export type SessionSummary = Pick<StoredSession, "user_agent" | "created_at" | "last_seen_at"> & {
	/** Identifies it to its owner; neither the identifier nor its hash can be derived from it. */
	key: string;
	isThis: boolean;
};

/** A user's valid sessions, the one last seen first. */
export async function listSessions(subject: string, currentId: string | null): Promise<SessionSummary[]> {
	const current = currentId && hashOfSession(currentId);
	const rows = await openSessionsOf(subject);
	return rows.map(({ id_hash, ...rest }) => ({ ...rest, key: keyOf(id_hash), isThis: id_hash === current }));
}

/**
 * Deletes one of a user's own sessions.
 * @param key as returned by `listSessions`
 * @returns whether there was one
 */
export async function deleteOwnSession(subject: string, key: string): Promise<boolean> {
	const found = (await openSessionsOf(subject)).find(({ id_hash }) => keyOf(id_hash) === key);
	if (!found) return false;
	const database = await dashboardDatabase();
	const { numDeletedRows } = await database
		.deleteFrom("sessions")
		.where("id_hash", "=", found.id_hash)
		.executeTakeFirst();
	return numDeletedRows > 0n;
}

async function openSessionsOf(subject: string) {
	const database = await dashboardDatabase();
	return database
		.selectFrom("sessions")
		.select(["id_hash", "user_agent", "created_at", "last_seen_at"])
		.where("subject", "=", subject)
		.where("expires_at", ">", fromNow(0))
		.where("last_seen_at", ">", fromNow(-SESSION_IDLE_SECONDS * 1000))
		.orderBy("last_seen_at", "desc")
		.execute();
}

function keyOf(idHash: string): string {
	return createHash("sha256").update(`key of ${idHash}`).digest("hex").slice(0, 32);
}

export async function deleteSessionsOf(subject: string): Promise<void> {
	const database = await dashboardDatabase();
	await database.deleteFrom("sessions").where("subject", "=", subject).execute();
}
