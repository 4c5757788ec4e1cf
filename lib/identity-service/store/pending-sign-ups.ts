import { deleteBeyondMax } from "./rows-per-caller";
import type { IdentityServiceDatabase, PendingSignUpTable, UserTable } from "./schema";

/** Unconfirmed, per caller: beyond it the oldest are deleted. */
const PENDING_PER_CALLER_MAX = 100;

/**
 * Keeps a sign-up until its address is confirmed, and deletes those that were not confirmed in time, or that are beyond
 * the number per caller.
 * @param now seconds since the epoch
 */
export async function savePendingSignUp(
	database: IdentityServiceDatabase,
	signUp: PendingSignUpTable,
	now: number,
): Promise<void> {
	await database.deleteFrom("pending_sign_ups").where("expires_at", "<=", now).execute();
	await database.insertInto("pending_sign_ups").values(signUp).execute();
	await deleteBeyondMax(database, signUp.caller_hash, {
		...{ table: "pending_sign_ups", key: "ticket_hash", order: "expires_at", max: PENDING_PER_CALLER_MAX },
	});
}

/** @param ticketHashes of one ticket, under each secret that is known; `now` in seconds since the epoch */
export async function findPendingSignUp(
	database: IdentityServiceDatabase,
	ticketHashes: readonly string[],
	now: number,
): Promise<PendingSignUpTable | undefined> {
	// PostgreSQL knows no empty list.
	if (ticketHashes.length === 0) return undefined;
	return database
		.selectFrom("pending_sign_ups")
		.selectAll()
		.where("ticket_hash", "in", ticketHashes)
		.where("expires_at", ">", now)
		.executeTakeFirst();
}

/**
 * Turns a sign-up into a user, once: all other sign-ups for the address are over then. To be called in a transaction.
 * @returns "gone" where another caller was first, "known" where the address has an account by now
 */
export async function redeemPendingSignUp(
	transaction: IdentityServiceDatabase,
	{ ticket_hash, email_key }: PendingSignUpTable,
	user: UserTable,
): Promise<"created" | "gone" | "known"> {
	const { numDeletedRows } = await transaction
		.deleteFrom("pending_sign_ups")
		.where("ticket_hash", "=", ticket_hash)
		.executeTakeFirst();
	if (numDeletedRows !== 1n) return "gone";
	const { numInsertedOrUpdatedRows } = await transaction
		.insertInto("users")
		.values(user)
		.onConflict((conflict) => conflict.column("email_key").where("connection", "is", null).doNothing())
		.executeTakeFirst();
	await transaction.deleteFrom("pending_sign_ups").where("email_key", "=", email_key).execute();
	return numInsertedOrUpdatedRows === 1n ? "created" : "known";
}
