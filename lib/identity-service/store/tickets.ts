import type { Insertable } from "kysely";
import { inTransaction } from "@/lib/database/in-transaction";
import { deleteBeyondMax } from "./rows";
import type { IdentityServiceDatabase, PasswordResetTable, PendingSignUpTable, UserTable } from "./schema";
import { indexUsers } from "./user-words";

/** Unconfirmed sign-ups of one caller; beyond it the oldest are deleted. */
const PENDING_PER_CALLER_MAX = 100;

/** What a link in a message stands for, by the hash of its ticket. `expires_at` in seconds since the epoch. */
type Tickets = { password_resets: PasswordResetTable; pending_sign_ups: PendingSignUpTable };

/** Stores a reset or a sign-up until its link is used. Deletes sign-ups beyond the number per caller. */
export async function saveTicket<Table extends keyof Tickets>(
	database: IdentityServiceDatabase,
	table: Table,
	ticket: Tickets[Table],
): Promise<void> {
	// In one transaction: with a commit of its own, a deletion would show by its time that the request before was for an
	// address whose ticket is not sent.
	await inTransaction(database, async (transaction) => {
		await transaction.insertInto<keyof Tickets>(table).values(ticket).execute();
		if (!("caller_hash" in ticket)) return;
		await deleteBeyondMax(transaction, ticket.caller_hash, {
			table: "pending_sign_ups",
			key: "ticket_hash",
			order: "expires_at",
			max: PENDING_PER_CALLER_MAX,
		});
	});
}

/** @param hashes of one ticket, under each known secret. @param now seconds since the epoch */
export async function findTicket<Table extends keyof Tickets>(
	database: IdentityServiceDatabase,
	table: Table,
	hashes: readonly string[],
	now: number,
): Promise<Tickets[Table] | undefined> {
	// PostgreSQL has no empty list.
	if (hashes.length === 0) return undefined;
	const row = await database
		.selectFrom<keyof Tickets>(table)
		.selectAll()
		.where("ticket_hash", "in", hashes)
		.where("expires_at", ">", now)
		.executeTakeFirst();
	return row as Tickets[Table] | undefined;
}

/** Whether someone has signed up with an address, which is not confirmed yet. @param now seconds since the epoch */
export async function hasPendingSignUp(
	database: IdentityServiceDatabase,
	emailKey: string,
	now: number,
): Promise<boolean> {
	const signUps = database.selectFrom("pending_sign_ups").select("ticket_hash").where("email_key", "=", emailKey);
	return (await signUps.where("expires_at", ">", now).limit(1).executeTakeFirst()) !== undefined;
}

/** @returns false where another caller was first */
async function consumeTicket(
	transaction: IdentityServiceDatabase,
	table: keyof Tickets,
	{ ticket_hash }: { ticket_hash: string },
): Promise<boolean> {
	const { numDeletedRows } = await transaction
		.deleteFrom(table)
		.where("ticket_hash", "=", ticket_hash)
		.executeTakeFirst();
	return numDeletedRows === 1n;
}

/**
 * Consumes a reset and deletes the user's others. The link was sent to the address, so that the address is verified. To
 * be called in a transaction.
 * @param updatedAt ISO 8601
 * @returns false where another caller was first
 */
export async function redeemPasswordReset(
	transaction: IdentityServiceDatabase,
	reset: PasswordResetTable,
	{ passwordHash, updatedAt }: { passwordHash: string; updatedAt: string },
): Promise<boolean> {
	if (!(await consumeTicket(transaction, "password_resets", reset))) return false;
	await transaction
		.updateTable("users")
		.set({ password_hash: passwordHash, password_chosen: 1, email_verified: 1, updated_at: updatedAt })
		.where("user_id", "=", reset.user_id)
		.execute();
	await transaction.deleteFrom("password_resets").where("user_id", "=", reset.user_id).execute();
	return true;
}

/**
 * Consumes a sign-up, creates its user, and deletes all other sign-ups for the address. To be called in a transaction.
 * @returns "gone" where another caller was first, "known" where the address already has an account
 */
export async function redeemPendingSignUp(
	transaction: IdentityServiceDatabase,
	signUp: PendingSignUpTable,
	user: Insertable<UserTable>,
): Promise<"created" | "gone" | "known"> {
	if (!(await consumeTicket(transaction, "pending_sign_ups", signUp))) return "gone";
	const { numInsertedOrUpdatedRows } = await transaction
		.insertInto("users")
		.values(user)
		.onConflict((conflict) => conflict.column("email_key").where("connection", "is", null).doNothing())
		.executeTakeFirst();
	await transaction.deleteFrom("pending_sign_ups").where("email_key", "=", signUp.email_key).execute();
	if (numInsertedOrUpdatedRows !== 1n) return "known";
	await indexUsers(transaction, [user]);
	return "created";
}
