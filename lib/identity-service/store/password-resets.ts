import type { IdentityServiceDatabase, PasswordResetTable } from "./schema";

/**
 * Keeps a reset until it is used, and drops those that nobody has used in time.
 * @param now seconds since the epoch
 */
export async function savePasswordReset(
	database: IdentityServiceDatabase,
	reset: PasswordResetTable,
	now: number,
): Promise<void> {
	await database.deleteFrom("password_resets").where("expires_at", "<=", now).execute();
	await database.insertInto("password_resets").values(reset).execute();
}

/** @param ticketHashes of one ticket, under each secret that is known; `now` in seconds since the epoch */
export async function findPasswordReset(
	database: IdentityServiceDatabase,
	ticketHashes: readonly string[],
	now: number,
): Promise<PasswordResetTable | undefined> {
	// PostgreSQL knows no empty list.
	if (ticketHashes.length === 0) return undefined;
	return database
		.selectFrom("password_resets")
		.selectAll()
		.where("ticket_hash", "in", ticketHashes)
		.where("expires_at", ">", now)
		.executeTakeFirst();
}

/**
 * Uses a reset, once: the user's others are over then. The link came to the address, so the address is the user's. To be
 * called in a transaction.
 * @param updatedAt ISO 8601
 * @returns false where another caller was first
 */
export async function redeemPasswordReset(
	transaction: IdentityServiceDatabase,
	{ ticket_hash, user_id }: PasswordResetTable,
	{ passwordHash, updatedAt }: { passwordHash: string; updatedAt: string },
): Promise<boolean> {
	const { numDeletedRows } = await transaction
		.deleteFrom("password_resets")
		.where("ticket_hash", "=", ticket_hash)
		.executeTakeFirst();
	if (numDeletedRows !== 1n) return false;
	await transaction
		.updateTable("users")
		.set({ password_hash: passwordHash, password_chosen: 1, email_verified: 1, updated_at: updatedAt })
		.where("user_id", "=", user_id)
		.execute();
	await transaction.deleteFrom("password_resets").where("user_id", "=", user_id).execute();
	return true;
}
