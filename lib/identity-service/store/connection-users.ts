import { PostgresAdapter } from "kysely";
import { inTransaction } from "@/lib/database/in-transaction";
import type { IdentityServiceDatabase, UserTable } from "./schema";

/** What a provider says of somebody. */
export type ConnectionUser = Pick<
	UserTable,
	"user_id" | "email" | "email_verified" | "name" | "given_name" | "family_name" | "nickname" | "picture" | "username"
> & { connection: string };

/**
 * Writes a person of an outside connection, or brings them up to date: of two callers at the same moment one makes the
 * user, and the other finds it.
 * @returns false where the connection was deleted: its people were deleted with it, and none is left behind
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
