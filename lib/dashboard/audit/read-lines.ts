import "server-only";
import { dashboardDatabase } from "../store/dashboard-database";
import type { AuditEntry } from "./audit-entry";
import { type AuditRow, entryOf, knownName } from "./audit-trail";
import { jsonRow } from "./export-text";

// The trail for a program that reads on from where it stopped.
//
// The cursor is the number of a line, not a time or an ID: rows are made by several instances, whose clocks differ, and
// become visible when their transactions end, so that a later one may have an earlier time. A row gets its number together
// with its event of the log stream, in transactions that come one after the other (`collectEvents`): when a number is
// visible, all lower ones are. Nothing is skipped then, and a row comes when its outcome is settled, or has been unknown for
// a minute. What is under way keeps nothing back: it comes after what was settled before it. Where an outcome becomes known
// later, by a look-up, the row moves to a new number: it is read again, with the same ID, and the later one counts.

const PAGE_SIZE = 100;

export type Lines = {
	/** The cursor after them: that of the request, where there are none. */
	next: number;
	/** Whether lines after the cursor of the request were removed by age before it came. */
	isIncomplete: boolean;
	/** One JSON object a line, page by page. */
	pages: AsyncGenerator<string>;
};

/**
 * The lines after a cursor, oldest first, without an access check: for a request with a read token.
 * @param cursor the number of the last line that was read; 0 for none
 * @returns null for a cursor that is beyond the newest line: it is of another store, or of this one before it was restored
 */
export async function readLines(cursor: number, limit: number): Promise<Lines | null> {
	const database = await dashboardDatabase();
	const known = await database.selectFrom("log_sequence").select(["id", "last"]).execute();
	const lastOf = (id: string) => known.find((row) => row.id === id)?.last ?? 0;
	if (cursor > lastOf("lines")) return null;
	const found = await database
		.selectFrom("audit_trail")
		.select("line")
		.where("line", ">", cursor)
		.orderBy("line")
		.limit(limit)
		.execute();
	const next = found.at(-1)?.line ?? cursor;
	return { next, isIncomplete: cursor > 0 && cursor < lastOf("removed lines"), pages: pagesOf(cursor, next) };
}

/** A row that moves meanwhile is left out here, and read at its new number. */
async function* pagesOf(cursor: number, end: number): AsyncGenerator<string> {
	const database = await dashboardDatabase();
	for (let from = cursor; from < end; ) {
		const rows = await database
			.selectFrom("audit_trail as write")
			.selectAll("write")
			.select(knownName)
			.where("write.line", ">", from)
			.where("write.line", "<=", end)
			.orderBy("write.line")
			.limit(PAGE_SIZE)
			.execute();
		if (rows.length > 0) yield rows.map(lineOf).join("");
		from = rows.length < PAGE_SIZE ? end : (rows.at(-1)?.line ?? end);
	}
}

function lineOf(row: AuditRow): string {
	const entry: AuditEntry = entryOf(row);
	return `${JSON.stringify({ cursor: String(row.line), id: entry.id, ...jsonRow(entry) })}\n`;
}
