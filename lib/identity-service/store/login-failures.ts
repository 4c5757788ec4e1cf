import type { IdentityServiceDatabase } from "./schema";

/**
 * Counts one attempt, unless as many as `limit` were counted. In one statement, so that attempts at the same moment
 * cannot exceed the limit.
 * @param attempt `now` and `until` in seconds since the epoch: the count is forgotten at `until`
 * @returns false where the limit is reached; nothing is counted then
 */
export async function countAttempt(
	database: IdentityServiceDatabase,
	attempt: { keyHash: string; limit: number; now: number; until: number },
): Promise<boolean> {
	const { keyHash, limit, now, until } = attempt;
	const counted = await database
		.insertInto("login_failures")
		.values({ key_hash: keyHash, failures: 1, until })
		.onConflict((conflict) =>
			conflict
				.column("key_hash")
				.doUpdateSet((row) => ({
					failures: row
						.case()
						.when("login_failures.until", "<=", now)
						.then(1)
						.else(row("login_failures.failures", "+", 1))
						.end(),
					until,
				}))
				.where((row) => row.or([row("login_failures.until", "<=", now), row("login_failures.failures", "<", limit)])),
		)
		.returning("key_hash")
		.executeTakeFirst();
	return counted !== undefined;
}

export async function uncountAttempt(database: IdentityServiceDatabase, keyHash: string): Promise<void> {
	await database
		.updateTable("login_failures")
		.set((row) => ({ failures: row("failures", "-", 1) }))
		.where("key_hash", "=", keyHash)
		.where("failures", ">", 0)
		.execute();
}

export async function deleteAttempts(database: IdentityServiceDatabase, keyHash: string): Promise<void> {
	await database.deleteFrom("login_failures").where("key_hash", "=", keyHash).execute();
}

/** @param now seconds since the epoch */
export async function deleteForgottenAttempts(database: IdentityServiceDatabase, now: number): Promise<void> {
	await database.deleteFrom("login_failures").where("until", "<=", now).execute();
}
