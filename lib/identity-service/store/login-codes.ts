import type { IdentityServiceDatabase, LoginCodeTable } from "./schema";

export type LoginCodeKey = Pick<LoginCodeTable, "client_id" | "connection" | "destination">;

/**
 * Keeps a code in place of the one that was sent before it, and drops what has expired.
 * @param now seconds since the epoch
 */
export async function saveLoginCode(
	database: IdentityServiceDatabase,
	code: Omit<LoginCodeTable, "attempts">,
	now: number,
): Promise<void> {
	const { code_hash, user_id, expires_at } = code;
	await database.deleteFrom("login_codes").where("expires_at", "<", now).execute();
	await database
		.insertInto("login_codes")
		.values({ ...code, attempts: 0 })
		.onConflict((conflict) =>
			conflict
				.columns(["client_id", "connection", "destination"])
				.doUpdateSet({ code_hash, user_id, expires_at, attempts: 0 }),
		)
		.execute();
}

/**
 * Counts one attempt at a code, before it is compared, so that attempts at the same moment cannot exceed the limit.
 * @param now seconds since the epoch
 * @returns undefined where there is no code, it has expired, or its attempts are used up
 */
export function takeAttempt(
	database: IdentityServiceDatabase,
	{ client_id, connection, destination }: LoginCodeKey,
	attemptsMax: number,
	now: number,
): Promise<LoginCodeTable | undefined> {
	return database
		.updateTable("login_codes")
		.set((row) => ({ attempts: row("attempts", "+", 1) }))
		.where((is) => is.and({ client_id, connection, destination }))
		.where("attempts", "<", attemptsMax)
		.where("expires_at", ">", now)
		.returningAll()
		.executeTakeFirst();
}

/** Deletes a code. @returns false where another caller was first: the code is used up */
export async function deleteLoginCode(
	database: IdentityServiceDatabase,
	{ client_id, connection, destination, code_hash }: LoginCodeTable,
): Promise<boolean> {
	const { numDeletedRows } = await database
		.deleteFrom("login_codes")
		.where((is) => is.and({ client_id, connection, destination, code_hash }))
		.executeTakeFirst();
	return numDeletedRows === 1n;
}
