import { setImmediate as afterOthers } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { connectionOfUser } from "./connections";
import { ROWS_A_STATEMENT } from "./delete-rows";
import { lockAgainstDeletion } from "./rows";
import type { IdentityServiceDatabase, LogEntryRow } from "./schema";

/** Entries in the order of their identifiers here; one that does not exist is left out. */
export async function findEntries(database: IdentityServiceDatabase, ids: readonly string[]): Promise<LogEntryRow[]> {
	if (ids.length === 0) return [];
	const rows = await database.selectFrom("log_entries").selectAll().where("log_id", "in", ids).execute();
	return rows.toSorted((one, other) => ids.indexOf(one.log_id) - ids.indexOf(other.log_id));
}

/** The earliest entries after one, whether that exists or not, and before another. */
export function findEntriesAfter(
	database: IdentityServiceDatabase,
	from: string,
	until: string,
	limit: number,
): Promise<LogEntryRow[]> {
	return database
		.selectFrom("log_entries")
		.selectAll()
		.where("log_id", ">", from)
		.where("log_id", "<", until)
		.orderBy("log_id")
		.limit(limit)
		.execute();
}

/** Each insertion of another number of rows is a statement of its own, which the engine keeps compiled. */
const ROWS_AN_INSERTION = 50;

export async function insertEntries(database: IdentityServiceDatabase, rows: readonly LogEntryRow[]): Promise<void> {
	for (let start = 0; start < rows.length; start += ROWS_AN_INSERTION) {
		const some = rows.slice(start, start + ROWS_AN_INSERTION);
		await database.insertInto("log_entries").values(some).execute();
	}
}

/** Whether any of the entries is there: those of one transaction all are, but for those that another has the number of. */
export async function areStored(database: IdentityServiceDatabase, rows: readonly LogEntryRow[]): Promise<boolean> {
	const ids = rows.map(({ log_id }) => log_id);
	const query = database.selectFrom("log_entries").select("log_id").where("log_id", "in", ids).limit(1);
	return (await query.executeTakeFirst()) !== undefined;
}

/** What an entry no longer has once its user is deleted: others may have the identifier later. */
const REMOVED = { user_id: null, user_name: null, name_key: null, ip: null, user_agent: null, rest: null };

/**
 * Takes out of the log what tells who and where some users were, in steps between which other work runs. To be called before
 * the users are deleted, and, so that this has little to do while others wait for the transaction, before that too.
 * @param belongs restricts a column of user identifiers to those of the users
 */
export async function removeUsersFromLog(
	database: IdentityServiceDatabase,
	belongs: (column: string) => RawBuilder<boolean>,
): Promise<void> {
	await removeEntries(database, belongs("user_id"));
	// Without an identifier: the name was typed where, or when, it was unknown.
	for (let last = ""; ; ) {
		const users = await database
			.selectFrom("users")
			.select(["user_id", "email_key"])
			.where(belongs("user_id"))
			.where("user_id", ">", last)
			.orderBy("user_id")
			.limit(ROWS_A_STATEMENT)
			.execute();
		const keys = users.flatMap(({ email_key }) => email_key ?? []);
		if (keys.length > 0) await removeEntries(database, sql<boolean>`name_key in (${sql.join(keys)})`);
		if (users.length < ROWS_A_STATEMENT) return;
		last = users.at(-1)?.user_id ?? "";
		await afterOthers();
	}
}

async function removeEntries(database: IdentityServiceDatabase, isOfThem: RawBuilder<boolean>): Promise<void> {
	for (;;) {
		const entries = await database
			.selectFrom("log_entries")
			.select(["log_id", "ip"])
			.where(isOfThem)
			.limit(ROWS_A_STATEMENT)
			.execute();
		const ips = [...new Set(entries.flatMap(({ ip }) => ip ?? []))];
		if (ips.length > 0) await removeAddresses(database, ips);
		const ids = entries.map(({ log_id }) => log_id);
		if (ids.length > 0) await database.updateTable("log_entries").set(REMOVED).where("log_id", "in", ids).execute();
		if (ids.length < ROWS_A_STATEMENT) return;
		await afterOthers();
	}
}

/** Out of the entries that have an IP address, but no user and no application: of its block, and of what is counted of it. */
async function removeAddresses(database: IdentityServiceDatabase, ips: readonly string[]): Promise<void> {
	await database
		.updateTable("log_entries")
		.set({ ip: null, user_agent: null })
		.where("ip", "in", ips)
		.where("user_id", "is", null)
		.where("user_name", "is", null)
		.where((entry) => entry.or([entry("type", "=", "limit_mu"), entry("client_id", "is", null)]))
		.execute();
}

/**
 * Takes users out of entries that are about to be stored where their connection was deleted, as `removeUsersFromLog` does. To
 * be called in the transaction that stores them, which a deletion waits for.
 */
export async function removeUsersOfDeletedConnections(
	transaction: IdentityServiceDatabase,
	rows: readonly LogEntryRow[],
): Promise<void> {
	const byConnection = Map.groupBy(rows, ({ user_id }) => user_id && connectionOfUser(user_id));
	const names = [...byConnection.keys()].filter((name) => name !== null);
	if (names.length === 0) return;
	const query = transaction.selectFrom("connections").select("name").where("name", "in", names).orderBy("name");
	const found = new Set((await lockAgainstDeletion(transaction, query).execute()).map(({ name }) => name));
	for (const [name, ofConnection] of byConnection) {
		if (name !== null && !found.has(name)) for (const row of ofConnection) Object.assign(row, REMOVED);
	}
}

/** How many entries are passed over in one statement, so that others do not wait long for it. */
const ENTRIES_A_STEP = 20_000;

/** The identifier of the earliest of the latest `max` entries; null where there are no more than these. */
export async function earliestOfLatest(database: IdentityServiceDatabase, max: number): Promise<string | null> {
	let id: string | undefined;
	for (let left = max; left > 0; left -= ENTRIES_A_STEP) {
		let entries = database.selectFrom("log_entries").select("log_id").orderBy("log_id", "desc").limit(1);
		if (id !== undefined) entries = entries.where("log_id", "<", id);
		const reached = await entries.offset(Math.min(left, ENTRIES_A_STEP) - 1).executeTakeFirst();
		if (!reached) return null;
		id = reached.log_id;
		await afterOthers();
	}
	return id ?? null;
}
