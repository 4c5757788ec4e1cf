import { SAML_STRATEGY } from "@/lib/contract/connection/connection-limits";
import type { SamlOptions } from "@/lib/contract/connection/connection-request";
import { inTransaction } from "@/lib/database/in-transaction";
import { isStorable, lockAgainstDeletion, replaceRevision } from "./rows";
import type { ConnectionRow, IdentityServiceDatabase, UserTable } from "./schema";
import { indexUsers } from "./user-words";

/** Identifiers of the applications that users may sign in to through it. None: the connection is off. */
export function enabledClients({ enabled_clients }: Pick<ConnectionRow, "enabled_clients">): string[] {
	return JSON.parse(enabled_clients) as string[];
}

/** All connections, by name. They are few: an admin sets each of them up. */
export function listConnections(database: IdentityServiceDatabase): Promise<ConnectionRow[]> {
	return database.selectFrom("connections").selectAll().orderBy("name").execute();
}

/** Those that are on, by name, without their options, for the sign-in page. */
export function listUsableConnections(database: IdentityServiceDatabase) {
	return database
		.selectFrom("connections")
		.select(["name", "display_name", "show_as_button", "enabled_clients"])
		.where("enabled_clients", "!=", "[]")
		.orderBy("name")
		.execute();
}

export async function findConnection(database: IdentityServiceDatabase, id: string): Promise<ConnectionRow | null> {
	const row = await database.selectFrom("connections").selectAll().where("id", "=", id).executeTakeFirst();
	return row ?? null;
}

/** @param name case-sensitive */
export async function findConnectionByName(
	database: IdentityServiceDatabase,
	name: string,
): Promise<ConnectionRow | null> {
	if (!isStorable(name)) return null;
	const row = await database.selectFrom("connections").selectAll().where("name", "=", name).executeTakeFirst();
	return row ?? null;
}

/** @returns false where another one has the name, in any case */
export async function insertConnection(database: IdentityServiceDatabase, row: ConnectionRow): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await database
		.insertInto("connections")
		.values(row)
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirst();
	return numInsertedOrUpdatedRows === 1n;
}

export function replaceConnection(
	database: IdentityServiceDatabase,
	row: ConnectionRow,
): Promise<ConnectionRow | null> {
	return replaceRevision(database, "connections", "id", row);
}

/** The `handle` of a connection in `deleted_seeds`. */
export function connectionSeed(name: string): string {
	return `connections/${name}`;
}

/**
 * Removes a deleted client from every connection, also as the target of IdP-initiated sign-ins. To be called in the
 * transaction that deletes it.
 */
export async function removeClientFromConnections(database: IdentityServiceDatabase, clientId: string): Promise<void> {
	const changed = (await listConnections(database)).flatMap((row) => withoutClient(row, clientId) ?? []);
	let isOutdated = false;
	// One after another: where one fails the transaction ends, and those begun beside it would be outside of it.
	for (const row of changed) if (!(await replaceConnection(database, row))) isOutdated = true;
	// One of them has changed in between: it is read again.
	if (isOutdated) await removeClientFromConnections(database, clientId);
}

/** A connection's row without a client; null where it doesn't name it. */
function withoutClient(row: ConnectionRow, clientId: string): ConnectionRow | null {
	const clients = enabledClients(row);
	const { idpinitiated, ...options } = JSON.parse(row.options) as SamlOptions;
	const isDefault = idpinitiated?.client_id === clientId;
	if (!isDefault && !clients.includes(clientId)) return null;
	const { client_id, ...others } = idpinitiated ?? {};
	return {
		...row,
		enabled_clients: JSON.stringify(clients.filter((each) => each !== clientId)),
		options: isDefault ? JSON.stringify({ ...options, idpinitiated: others }) : row.options,
	};
}

/** Identifier of a user of an outside connection. @param id the user's identifier at the provider */
export function connectionUserId(name: string, id: string): string {
	return `${SAML_STRATEGY}|${name}|${id}`;
}

/** The name of the outside connection that a user's identifier has; null: it has none. */
export function connectionOfUser(userId: string): string | null {
	const [strategy, name] = userId.split("|");
	return strategy === SAML_STRATEGY && name ? name : null;
}

type ConnectionUser = Pick<
	UserTable,
	"user_id" | "email" | "email_verified" | "name" | "given_name" | "family_name" | "nickname" | "picture" | "username"
> & { connection: string };

/**
 * Creates or updates a user of an outside connection: of two callers at the same moment one creates the user, and the
 * other finds it.
 * @returns false where the connection was deleted: its users were deleted with it, and none may be left
 */
export function saveConnectionUser(
	database: IdentityServiceDatabase,
	connectionId: string,
	user: ConnectionUser,
	now: Date,
): Promise<boolean> {
	return inTransaction(database, async (transaction) => {
		const row = transaction.selectFrom("connections").select("id").where("id", "=", connectionId);
		if (!(await lockAgainstDeletion(transaction, row).executeTakeFirst())) return false;
		const time = now.toISOString();
		const profile = {
			...user,
			email_key: user.email?.toLowerCase() ?? null,
			name_key: user.name.toLowerCase(),
			updated_at: time,
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
		await indexUsers(transaction, [user]);
		return true;
	});
}
