import "server-only";
import { isJsonObject } from "@/lib/contract/safe-object";
import { logger } from "../logger";
import { dashboardDatabase } from "../store/dashboard-database";
import type { FeedEntry } from "./atom-feed";
import { type LogEvent, NOT_DECIDED } from "./log-event";

const PAGE_SIZE = 50;

/**
 * One page of the events, newest first, without an access check: for a request with a token of the feed.
 * @param before the number of the last event of the page before
 * @returns `next`: the same for the page after
 */
export async function readFeed(before: number | null): Promise<{ entries: FeedEntry[]; next: number | null }> {
	const database = await dashboardDatabase();
	let query = database.selectFrom("log_events").select(["sequence", "at", "id", "body"]);
	if (before !== null) query = query.where("sequence", "<", before);
	const rows = await query
		.orderBy("sequence", "desc")
		.limit(PAGE_SIZE + 1)
		.execute();
	const entries = rows.slice(0, PAGE_SIZE).flatMap(({ sequence, at, id, body }) => {
		const event = eventIn(body);
		if (event) return [{ sequence, at, event }];
		// The others are shown.
		logger.error({ event: id }, "an event of the log stream can't be read");
		return [];
	});
	return { entries, next: rows.length > PAGE_SIZE ? (rows[PAGE_SIZE - 1]?.sequence ?? null) : null };
}

/** Null where it can't be shown. An older version has not written all members. */
function eventIn(body: string): LogEvent | null {
	try {
		const event: LogEvent = { more_changes: 0, reason: null, ...NOT_DECIDED, ...JSON.parse(body) };
		const { summary, changes, values, target } = event;
		const isWhole = typeof summary === "string" && Array.isArray(changes) && Array.isArray(values);
		return isWhole && isJsonObject(target) ? event : null;
	} catch {
		return null;
	}
}
