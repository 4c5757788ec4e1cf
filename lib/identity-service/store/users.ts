import { type Selectable, sql } from "kysely";
import { inTransaction } from "@/lib/database/in-transaction";
import { lockForUpdate } from "./rows";
import type { IdentityServiceDatabase, UserTable } from "./schema";

/** The connection of the users with passwords of this tenant. */
export const DATABASE_CONNECTION = "Username-Password-Authentication";

export type UserRow = Selectable<UserTable>;

export async function findUser(database: IdentityServiceDatabase, userId: string): Promise<UserRow | null> {
	const row = await database.selectFrom("users").selectAll().where("user_id", "=", userId).executeTakeFirst();
	return row ?? null;
}

/** All users with an address: the tenant's own account, and users of outside connections. @param email in any case */
export function findUsersByEmail(database: IdentityServiceDatabase, email: string): Promise<UserRow[]> {
	return database.selectFrom("users").selectAll().where("email_key", "=", email.toLowerCase()).execute();
}

/** An account of this tenant's own, which has an address. */
export type AccountRow = UserRow & { connection: null; email: string; email_key: string };

/**
 * The tenant's own account with an address. A user of an outside connection is another user, whatever address the
 * provider sends.
 * @param email in any case
 */
export async function findAccountByEmail(database: IdentityServiceDatabase, email: string): Promise<AccountRow | null> {
	const row = await database
		.selectFrom("users")
		.selectAll()
		.where("email_key", "=", email.toLowerCase())
		.where("connection", "is", null)
		.executeTakeFirst();
	return row && isAccount(row) ? row : null;
}

export function isAccount(row: UserRow): row is AccountRow {
	return row.connection === null && row.email !== null && row.email_key !== null;
}

type SignInName = { identifier: string; connection: "email" | "sms" };

/**
 * What a user can sign in with here: the address of an account of the tenant's own, in lower case, and phone numbers. Codes
 * are sent to each, by its connection.
 */
export async function signInNames(database: IdentityServiceDatabase, user: UserRow): Promise<SignInName[]> {
	const phones = await database
		.selectFrom("user_phones")
		.select("phone_number")
		.where("user_id", "=", user.user_id)
		.orderBy("phone_number")
		.execute();
	const numbers = phones.map(({ phone_number }) => ({ identifier: phone_number, connection: "sms" }) as const);
	return isAccount(user) ? [{ identifier: user.email_key, connection: "email" }, ...numbers] : numbers;
}

/** The users with these identifiers, at most a page of them, in their order; one that is gone is left out. */
export async function findUsers(database: IdentityServiceDatabase, ids: readonly string[]): Promise<UserRow[]> {
	if (ids.length === 0) return [];
	const rows = await database.selectFrom("users").selectAll().where("user_id", "in", ids).execute();
	const byId = new Map(rows.map((row) => [row.user_id, row]));
	return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Records a sign-in: with a password, a code or another provider, whether a session began with it or not. */
export async function recordLogin(
	database: IdentityServiceDatabase,
	userId: string,
	{ at, ip }: { at: Date; ip: string | null },
): Promise<UserRow | undefined> {
	return database
		.updateTable("users")
		.set({ last_login: at.toISOString(), last_ip: ip, logins_count: sql`coalesce(logins_count, 0) + 1` })
		.where("user_id", "=", userId)
		.returningAll()
		.executeTakeFirst();
}

export function isBlocked({ blocked }: Pick<UserRow, "blocked">): boolean {
	return blocked === 1;
}

export const ADMIN_ROLES = ["editor", "support", "viewer"] as const;
/** Of the dashboard: a viewer may look at the tenant, support may also work on sessions and tokens, an editor may change all. */
export type AdminRole = (typeof ADMIN_ROLES)[number];

/**
 * Null for a user who is no admin, for a role that this version does not know, and for a blocked user.
 * @param evenBlocked the role that a blocked user will have again
 */
export async function findAdminRole(
	database: IdentityServiceDatabase,
	userId: string,
	{ evenBlocked = false } = {},
): Promise<AdminRole | null> {
	let query = database.selectFrom("users").select("admin_role").where("user_id", "=", userId);
	if (!evenBlocked) query = query.where("blocked", "is", null);
	const row = await query.executeTakeFirst();
	return ADMIN_ROLES.find((role) => role === row?.admin_role) ?? null;
}

/** All admins, blocked ones too, by e-mail address. */
export function listAdmins(database: IdentityServiceDatabase): Promise<UserRow[]> {
	return database.selectFrom("users").selectAll().where("admin_role", "is not", null).orderBy("email_key").execute();
}

/**
 * Sets or removes a user's role.
 * @returns false where no editor would be left; nothing is changed then
 */
export function setAdminRole(
	database: IdentityServiceDatabase,
	userId: string,
	role: AdminRole | null,
): Promise<boolean> {
	return changeEditors(database, userId, role === "editor", { admin_role: role });
}

/**
 * Blocks or unblocks a user.
 * @param now ISO 8601
 * @returns false where no editor would be left; nothing is changed then
 */
export function setBlocked(
	database: IdentityServiceDatabase,
	userId: string,
	isBlocked: boolean,
	now: string,
): Promise<boolean> {
	return changeEditors(database, userId, !isBlocked, { blocked: isBlocked ? 1 : null, updated_at: now });
}

/**
 * Of two editors that are removed or blocked at the same moment one must stay: each waits for the other. No transaction is
 * refused for that, as serializable ones would be.
 */
function changeEditors(
	database: IdentityServiceDatabase,
	userId: string,
	staysEditor: boolean,
	changes: Partial<UserRow>,
): Promise<boolean> {
	const work = async (transaction: IdentityServiceDatabase) => {
		if (!staysEditor && (await isOnlyEditor(transaction, userId))) return false;
		await transaction.updateTable("users").set(changes).where("user_id", "=", userId).execute();
		return true;
	};
	return inTransaction(database, work);
}

/** Locks the editors: two that lock each other out are a deadlock, after which one is tried again. */
async function isOnlyEditor(transaction: IdentityServiceDatabase, userId: string): Promise<boolean> {
	const editors = transaction
		.selectFrom("users")
		.select("user_id")
		.where("admin_role", "=", "editor")
		.where("blocked", "is", null);
	const [first, second] = await lockForUpdate(transaction, editors).execute();
	return first?.user_id === userId && second === undefined;
}
