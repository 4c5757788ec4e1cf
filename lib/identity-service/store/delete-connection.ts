import { sql } from "kysely";
import { connectionSeed, connectionUserId } from "./connections";
import { deleteRows, inSteps, someOf } from "./delete-rows";
import { removeUsersFromLog } from "./log-entries";
import { deleteTokensWhere } from "./refresh-tokens";
import type { ConnectionRow, IdentityServiceDatabase } from "./schema";

/**
 * Deletes a connection with all its users; one that a start had added is not added again. To be called in a
 * transaction.
 */
export async function deleteConnection(
	transaction: IdentityServiceDatabase,
	{ id, name, origin }: ConnectionRow,
): Promise<void> {
	// First, since this waits for users who are signing in through it at this moment; afterwards none can.
	await transaction.deleteFrom("connections").where("id", "=", id).execute();
	await deleteUsersOfConnection(transaction, name);
	if (origin === null) return;
	await transaction
		.insertInto("deleted_seeds")
		.values({ handle: connectionSeed(name) })
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

/**
 * Deletes all users of an outside connection, with their sessions, pending codes, grants and refresh tokens: a later
 * connection of the same name may give its users, who are other people, the same identifiers. To be called in a
 * transaction.
 * @param name of letters, digits and hyphens
 */
export async function deleteUsersOfConnection(transaction: IdentityServiceDatabase, name: string): Promise<void> {
	const belongs = belongsTo(name);
	await deleteRows(transaction, "sessions", belongs("user_id"));
	await inSteps(transaction, async (first) => {
		const tokens = await deleteTokensWhere(transaction, someOf("refresh_tokens", belongs("user_id"), first));
		return tokens.length;
	});
	await deleteRows(transaction, "oidc_artifacts", belongs("account_id"));
	await removeUsersFromLog(transaction, belongs);
	await deleteRows(transaction, "users", belongs("user_id"));
}

/** Takes the users of an outside connection out of the log, before it is deleted. */
export function removeUsersOfConnectionFromLog(database: IdentityServiceDatabase, name: string): Promise<void> {
	return removeUsersFromLog(database, belongsTo(name));
}

/** By the identifier, which has this prefix for no one else: a sign-in may have left more than its user. */
function belongsTo(name: string) {
	const prefix = connectionUserId(name, "");
	return (column: string) =>
		sql<boolean>`${sql.ref(column)} >= ${prefix} and ${sql.ref(column)} < ${afterPrefix(prefix)}`;
}

/** The first text after all that begin with the prefix, by code points. */
function afterPrefix(prefix: string): string {
	return prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
}
