import { isStorable } from "./rows";
import type { IdentityServiceDatabase, SessionRow } from "./schema";

/** @param now of the sessions that have expired before none is found. ISO 8601 */
export async function findSession(
	database: IdentityServiceDatabase,
	id: string,
	now: string,
): Promise<SessionRow | null> {
	const row = await database
		.selectFrom("sessions")
		.selectAll()
		.where("id", "=", id)
		.where("idle_expires_at", ">", now)
		.executeTakeFirst();
	return row ?? null;
}

/** Whether a session is a user's: one that is stored, or one that has ended and left refresh tokens. */
export async function isSessionOf(database: IdentityServiceDatabase, id: string, userId: string): Promise<boolean> {
	if (!isStorable(id)) return false;
	const session = database.selectFrom("sessions").select("user_id").where("id", "=", id);
	const tokens = database.selectFrom("refresh_tokens").select("user_id").where("session_id", "=", id);
	const owners = await session.unionAll(tokens).execute();
	return owners.length > 0 && owners.every(({ user_id }) => user_id === userId);
}

/** Those of a user that have not expired, by id ascending, beginning after `after`. @param now ISO 8601 */
export function listSessions(
	database: IdentityServiceDatabase,
	userId: string,
	{ after, limit, now }: { after: string | null; limit: number; now: string },
): Promise<SessionRow[]> {
	let query = database.selectFrom("sessions").selectAll().where("user_id", "=", userId);
	if (after !== null) query = query.where("id", ">", after);
	return query.where("idle_expires_at", ">", now).orderBy("id").limit(limit).execute();
}

/** Those of a user that have not expired. @param now ISO 8601 */
export async function countSessions(database: IdentityServiceDatabase, userId: string, now: string): Promise<number> {
	const { count } = await database
		.selectFrom("sessions")
		.select((select) => select.fn.countAll().as("count"))
		.where("user_id", "=", userId)
		.where("idle_expires_at", ">", now)
		.executeTakeFirstOrThrow();
	return Number(count);
}

/**
 * Replaces the metadata.
 * @param metadata JSON, or null for none
 * @param now ISO 8601
 * @returns the session as it is now; null where there is none that has not expired
 */
export async function updateSessionMetadata(
	database: IdentityServiceDatabase,
	id: string,
	metadata: string | null,
	now: string,
): Promise<SessionRow | null> {
	const row = await database
		.updateTable("sessions")
		.set({ metadata, updated_at: now })
		.where("id", "=", id)
		.where("idle_expires_at", ">", now)
		.returningAll()
		.executeTakeFirst();
	return row ?? null;
}
