import type { Kysely } from "kysely";
import { inTransaction } from "@/lib/database/in-transaction";
import type { IdentityServiceSchema } from "./schema";
import type { UserRow } from "./users";

type Database = Kysely<IdentityServiceSchema>;

export const ADMIN_ROLES = ["editor", "viewer"] as const;
/** A viewer may look at the tenant, an editor may also change it. */
export type AdminRole = (typeof ADMIN_ROLES)[number];

/** As what a user may administrate the tenant; null for everybody else. */
export async function findAdminRole(database: Database, userId: string): Promise<AdminRole | null> {
	const row = await database.selectFrom("users").select("admin_role").where("user_id", "=", userId).executeTakeFirst();
	return ADMIN_ROLES.find((role) => role === row?.admin_role) ?? null;
}

/** All admins, by e-mail address. */
export function listAdmins(database: Database): Promise<UserRow[]> {
	return database.selectFrom("users").selectAll().where("admin_role", "is not", null).orderBy("email_key").execute();
}

/**
 * Gives a user a role, or takes it away.
 * @returns false where nobody would be left who may change the tenant; nothing is changed then
 */
export async function setAdminRole(database: Database, userId: string, role: AdminRole | null): Promise<boolean> {
	const work = async (transaction: Database) => {
		const editors = await transaction
			.selectFrom("users")
			.select("user_id")
			.where("admin_role", "=", "editor")
			.execute();
		if (role !== "editor" && editors.every(({ user_id }) => user_id === userId)) return false;
		await transaction.updateTable("users").set({ admin_role: role }).where("user_id", "=", userId).execute();
		return true;
	};
	// Serializable: of two editors who are removed at the same moment one must stay.
	return inTransaction(database, work, "serializable");
}
