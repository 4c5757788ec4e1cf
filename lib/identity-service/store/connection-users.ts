import { PostgresAdapter, sql } from "kysely";
import { SAML_STRATEGY } from "@/lib/contract/connection/connection-limits";
import { inTransaction } from "@/lib/database/in-transaction";
import type { IdentityServiceDatabase, UserTable } from "./schema";

/** Identifier of a user of an outside connection. @param id the provider's own of the user */
export function connectionUserId(name: string, id: string): string {
	return `${SAML_STRATEGY}|${name}|${id}`;
}

/** A user as the provider describes them. */
export type ConnectionUser = Pick<
	UserTable,
	"user_id" | "email" | "email_verified" | "name" | "given_name" | "family_name" | "nickname" | "picture" | "username"
> & { connection: string };

/**
 * Writes a user of an outside connection, or brings them up to date: of two callers at the same moment one creates the
 * user, and the other finds it.
 * @returns false where the connection was deleted: its users were deleted with it, and none is left behind
 */
export function saveConnectionUser(
	database: IdentityServiceDatabase,
	connectionId: string,
	user: ConnectionUser,
	now: Date,
): Promise<boolean> {
	return inTransaction(database, async (transaction) => {
		const row = transaction.selectFrom("connections").select("id").where("id", "=", connectionId);
		// SQLite's transactions come one after the other. Here a connection that is being deleted is waited for.
		const isPostgres = transaction.getExecutor().adapter instanceof PostgresAdapter;
		if (!(await (isPostgres ? row.forKeyShare() : row).executeTakeFirst())) return false;
		const time = now.toISOString();
		const profile = {
			...user,
			...{ email_key: user.email?.toLowerCase() ?? null, name_key: user.name.toLowerCase(), updated_at: time },
		};
		const known = await transaction
			.selectFrom("users")
			.selectAll()
			.where("user_id", "=", user.user_id)
			.executeTakeFirst();
		if (known && Object.entries(user).every(([field, value]) => known[field as keyof ConnectionUser] === value)) {
			return true;
		}
		await transaction
			.insertInto("users")
			.values({ ...profile, created_at: time })
			.onConflict((conflict) => conflict.column("user_id").doUpdateSet(profile))
			.execute();
		return true;
	});
}

/**
 * Deletes all users of an outside connection, with their logins, codes on their way, grants and refresh tokens: a
 * connection that has the name next gives its users the same identifiers, and they are other people. To be called in a
 * transaction.
 * @param name of letters, digits and hyphens
 */
export async function deleteUsersOfConnection(database: IdentityServiceDatabase, name: string): Promise<void> {
	const users = database.selectFrom("users").select("user_id").where("connection", "=", name);
	const grants = database.selectFrom("refresh_tokens").select("grant_id").where("user_id", "in", users);
	await database.deleteFrom("oidc_artifacts").where("grant_id", "in", grants).execute();
	await database.deleteFrom("refresh_tokens").where("user_id", "in", users).execute();
	// In one statement, however many they are: no other identifiers begin like theirs.
	const named = `%"accountId":${JSON.stringify(connectionUserId(name, "")).slice(0, -1)}%`;
	await database.deleteFrom("oidc_artifacts").where(sql<boolean>`payload like ${named}`).execute();
	await database.deleteFrom("users").where("connection", "=", name).execute();
}
