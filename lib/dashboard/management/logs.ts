import "server-only";
import { type LogEntry, logEntry, logPage } from "@/lib/contract/log-entry";
import { callManagement } from "./call/client";
import { noArea } from "./call/errors";
import { readNumberedPage } from "./list-pages";

/** A tenant responds with at most so many entries, page by page. */
export const LOG_RESULTS_MAX = 1000;
export const LOG_PAGE_SIZE = 50;

/** @param search in the tenant's syntax, a subset of Lucene's; empty: all entries */
type Search = { search?: string; page?: number; size?: number };

/**
 * One page of the tenant's log, the newest entry first.
 * @param page from 0; within `LOG_RESULTS_MAX`
 * @throws SessionError, ManagementError; `no-area` where the tenant has no log
 */
export async function listLogs({ search = "", page = 0, size = LOG_PAGE_SIZE }: Search) {
	const { items, ...others } = await readNumberedPage({ page, per_page: size }, async (numbered) => {
		const query = { ...numbered, include_totals: true, sort: "date:-1", ...(search !== "" && { q: search }) };
		return entriesOf(await callManagement("get_logs", { query, schema: logPage }));
	}).catch(noArea);
	return { entries: items, ...others };
}

/** One page of what the log has of a user, the newest entry first. @throws as `listLogs` */
export async function listUserLogs(userId: string, { page = 0, size = LOG_PAGE_SIZE }: Omit<Search, "search"> = {}) {
	const { items, ...others } = await readNumberedPage({ page, per_page: size }, async (numbered) => {
		const query = { ...numbered, include_totals: true, sort: "date:-1" };
		return entriesOf(await callManagement("get_user_logs", { path: { user_id: userId }, query, schema: logPage }));
	});
	return { entries: items, ...others };
}

/** @throws SessionError, ManagementError */
export function getLogEntry(id: string): Promise<LogEntry> {
	return callManagement("get_logs_by_id", { path: { id }, schema: logEntry });
}

function entriesOf({ logs: { rows, unreadable }, total }: ReturnType<typeof logPage.parse>) {
	return { items: rows, unreadable, total };
}

/** The oldest entry that the tenant keeps; null where it has none. @throws as `listLogs` */
export async function oldestEntry(): Promise<LogEntry | null> {
	const query = { page: 0, per_page: 1, sort: "date:1" };
	const { items } = entriesOf(await callManagement("get_logs", { query, schema: logPage }));
	return items[0] ?? null;
}
