import { setImmediate as afterOthers } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { inSteps, ROWS_A_STATEMENT, someOf } from "./delete-rows";
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

/**
 * Takes out of the log what tells who and where some users were: others may have their identifiers later. To be called in a
 * transaction that deletes the users, before it does.
 * @param belongs restricts a column of user identifiers to those of the users
 */
export async function removeUsersFromLog(
	transaction: IdentityServiceDatabase,
	belongs: (column: string) => RawBuilder<boolean>,
): Promise<void> {
	await removeFrom(transaction, belongs("user_id"));
	// Without an identifier: the name was typed where, or when, it was unknown.
	for (let last = ""; ; ) {
		const users = await transaction
			.selectFrom("users")
			.select(["user_id", "email_key"])
			.where(belongs("user_id"))
			.where("user_id", ">", last)
			.orderBy("user_id")
			.limit(ROWS_A_STATEMENT)
			.execute();
		const keys = sql.join(users.map(({ email_key }) => email_key));
		const isUnknown = sql<boolean>`user_id is null and user_name is not null and lower(user_name) in (${keys})`;
		if (users.length > 0) await removeFrom(transaction, isUnknown);
		if (users.length < ROWS_A_STATEMENT) return;
		last = users.at(-1)?.user_id ?? "";
		await afterOthers();
	}
}

function removeFrom(transaction: IdentityServiceDatabase, isOfThem: RawBuilder<boolean>): Promise<void> {
	const removed = { user_id: null, user_name: null, ip: null, user_agent: null, rest: null };
	return inSteps(transaction, async (first) => {
		const removal = transaction
			.updateTable("log_entries")
			.set(removed)
			.where(someOf("log_entries", isOfThem, first));
		return Number((await removal.executeTakeFirst()).numUpdatedRows);
	});
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
