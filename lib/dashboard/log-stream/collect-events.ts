import "server-only";
import { type Kysely, sql } from "kysely";
import { inTransaction } from "@/lib/database/in-transaction";
import { type AuditRow, entryOf, knownName } from "../audit/audit-trail";
import { logger } from "../logger";
import { dashboardDatabase } from "../store/dashboard-database";
import type { DashboardSchema } from "../store/schema";
import { bodyOf, emergencyEvent, eventOfWrite, type LogEvent } from "./log-event";

/** Longer than a write and its look-up take: an outcome that is unknown by then is sent as such. */
const SETTLED_WITHIN_MS = 60_000;
/** Per transaction. */
const ROWS_MAX = 200;

/**
 * Adds the writes of the audit trail that are settled, or have been open for too long, to the stream, and numbers them for
 * those who read the trail line by line. A row is marked in the transaction that adds its event, so that a process that is
 * killed neither loses nor repeats one; a row whose outcome becomes known later is found again.
 * @returns how many rows were taken into account
 */
export async function collectEvents(now: Date = new Date()): Promise<number> {
	const database = await dashboardDatabase();
	let count = 0;
	for (;;) {
		// Without a transaction, because mostly there is nothing.
		if ((await notCollected(database, now, 1)).length === 0) return count;
		count += await inTransaction(database, async (store) => {
			const last = await takeTurn(store);
			const rows = await notCollected(store, now, ROWS_MAX);
			const events: LogEvent[] = [];
			let line = await newestOf(store, "lines");
			for (const row of rows) {
				const marked = await store
					.updateTable("audit_trail")
					.set({ collected: row.outcome, line: line + 1 })
					.where("id", "=", row.id)
					.where("outcome", "=", row.outcome)
					.executeTakeFirst();
				// Settled meanwhile: it is collected with its outcome next.
				if (marked.numUpdatedRows === 0n) continue;
				line += 1;
				const event = eventOf(row);
				if (event) events.push(event, ...(row.emergency === 1 ? [emergencyEvent(event)] : []));
			}
			await setNewest(store, "lines", line);
			await append(store, last, events, now);
			return rows.length;
		});
	}
}

/** A row that no event can be made of is left out of the stream: it must not stop those after it. */
function eventOf(row: NotCollected): LogEvent | null {
	try {
		return eventOfWrite(entryOf(row), row.collected);
	} catch (error) {
		logger.error({ err: error, audit: row.id }, "a row of the audit trail could not become an event");
		return null;
	}
}

/**
 * Adds events that are not writes, which `find` makes of what the store holds, in one transaction with what it writes; those
 * that the stream has already are left out. No other transaction adds events meanwhile.
 */
export async function addFound(
	find: (store: Kysely<DashboardSchema>) => Promise<readonly LogEvent[]>,
	now: Date = new Date(),
): Promise<void> {
	await inTransaction(await dashboardDatabase(), async (store) => {
		const last = await takeTurn(store);
		const found = new Map((await find(store)).map((event) => [event.id, event]));
		if (found.size === 0) return;
		const known = await store
			.selectFrom("log_events")
			.select("id")
			.where("id", "in", [...found.keys()])
			.execute();
		for (const { id } of known) found.delete(id);
		await append(store, last, [...found.values()], now);
	});
}

/**
 * Waits until no other transaction takes its turn, on whatever instance: numbers of events become visible in their order,
 * so that no reader passes one that is committed later. @returns the newest number
 */
export async function takeTurn(store: Kysely<DashboardSchema>): Promise<number> {
	const { last } = await store
		.updateTable("log_sequence")
		.set(({ ref }) => ({ last: ref("last") }))
		.where("id", "=", "events")
		.returning("last")
		.executeTakeFirstOrThrow();
	return last;
}

async function append(
	store: Kysely<DashboardSchema>,
	last: number,
	events: readonly LogEvent[],
	now: Date,
): Promise<void> {
	if (events.length === 0) return;
	const at = now.toISOString();
	const rows = events.map((event, index) => {
		const sequence = last + 1 + index;
		return { sequence, id: event.id, at, type: event.type, body: bodyOf(event, sequence) };
	});
	await store.insertInto("log_events").values(rows).execute();
	await setNewest(store, "events", last + events.length);
}

type Sequence = "events" | "lines";

async function newestOf(store: Kysely<DashboardSchema>, id: Sequence): Promise<number> {
	const found = await store.selectFrom("log_sequence").select("last").where("id", "=", id).executeTakeFirstOrThrow();
	return found.last;
}

async function setNewest(store: Kysely<DashboardSchema>, id: Sequence, last: number): Promise<void> {
	await store.updateTable("log_sequence").set({ last }).where("id", "=", id).execute();
}

type NotCollected = AuditRow & { collected: string };

function notCollected(store: Kysely<DashboardSchema>, now: Date, limit: number): Promise<NotCollected[]> {
	const openSince = new Date(now.getTime() - SETTLED_WITHIN_MS).toISOString();
	return (
		store
			.selectFrom("audit_trail as write")
			.selectAll("write")
			.select(knownName)
			// The condition of the index.
			.where(sql<boolean>`write.collected <> write.outcome`)
			.where(({ or, eb }) => or([eb("write.outcome", "<>", "unknown"), eb("write.at", "<", openSince)]))
			.orderBy("write.id")
			.limit(limit)
			.execute()
	);
}
