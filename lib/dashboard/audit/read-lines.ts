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
	/** Whether lines after the cursor of the request were removed by age before they were read. */
	isIncomplete: boolean;
	/** One JSON object a line. */
	text: string;
};

/**
 * The lines after a cursor, oldest first, without an access check: for a request with a read token.
 * @param cursor the number of the last line that was read; 0 for none
 * @returns null for a cursor that is beyond the newest line: it is of another store, or of this one before it was restored
 */
export async function readLines(cursor: number, limit: number): Promise<Lines | null> {
	if (cursor > (await lastOf("lines"))) return null;
	const database = await dashboardDatabase();
	const lines: string[] = [];
	let next = cursor;
	for (let left = limit; left > 0; left -= PAGE_SIZE) {
		const rows = await database
			.selectFrom("audit_trail as write")
			.selectAll("write")
			.select(knownName)
			.where("write.line", ">", next)
			.orderBy("write.line")
			.limit(Math.min(left, PAGE_SIZE))
			.execute();
		lines.push(...rows.map(lineOf));
		next = rows.at(-1)?.line ?? next;
		if (rows.length < PAGE_SIZE) break;
	}
	// Read last, so that what was removed meanwhile is said too.
	return { next, isIncomplete: cursor > 0 && cursor < (await lastOf("removed lines")), text: lines.join("") };
}

async function lastOf(id: "lines" | "removed lines"): Promise<number> {
	const database = await dashboardDatabase();
	const found = await database.selectFrom("log_sequence").select("last").where("id", "=", id).executeTakeFirst();
	return found?.last ?? 0;
}

function lineOf(row: AuditRow): string {
	const entry: AuditEntry = entryOf(row);
	return `${JSON.stringify({ cursor: String(row.line), id: entry.id, ...jsonRow(entry) })}\n`;
}
