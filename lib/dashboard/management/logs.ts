import "server-only";
import { type LogEntry, logEntry, logPage } from "@/lib/contract/log-entry";
import { processWide } from "@/lib/process/process-wide";
import { type Outcome, outcomeOf } from "../problem/problem-of";
import { entryTime, isEntryWith } from "../tenant-log/entry-in-words";
import { callManagement } from "./call/client";
import { ManagementError, noArea } from "./call/errors";
import { readNumberedPage } from "./list-pages";

/** A tenant responds with at most so many entries, page by page. */
export const LOG_RESULTS_MAX = 1000;
export const LOG_PAGE_SIZE = 50;
const LOG_PAGE_SIZE_MAX = 100;

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

/**
 * Those that have a text as a value, such as a reference, among the newest entries that a search finds: no tenant searches
 * these values. @throws as `listLogs`
 */
export async function findLogs(text: string, search: string): Promise<LogEntry[]> {
	const found: LogEntry[] = [];
	for (let page = 0; page < LOG_RESULTS_MAX / LOG_PAGE_SIZE_MAX; page += 1) {
		const { entries, count } = await listLogs({ search, page, size: LOG_PAGE_SIZE_MAX });
		found.push(...entries.filter((entry) => isEntryWith(text, entry)));
		if (count < LOG_PAGE_SIZE_MAX) break;
	}
	return found;
}

/** Null where the tenant has none with this ID. @throws SessionError, ManagementError */
export async function getLogEntry(id: string): Promise<LogEntry | null> {
	try {
		return await callManagement("get_logs_by_id", { path: { id }, schema: logEntry });
	} catch (error) {
		if (error instanceof ManagementError && error.kind === "not-found") return null;
		throw error;
	}
}

const OLDEST_KEPT_MS = 60_000;
const oldest = processWide("oldest-log-entry", () => ({ at: null as string | null, readAt: 0 }));

/**
 * The time of the oldest entry, ISO 8601, which says how far back the log reaches; null where it is empty. Read at most once
 * a minute: for pages that have read the log. @throws SessionError, ManagementError
 */
export async function oldestLogTime(): Promise<string | null> {
	const now = Date.now();
	if (now - oldest.get().readAt > OLDEST_KEPT_MS) {
		const { logs } = await callManagement("get_logs", { query: { take: 1 }, schema: logPage });
		oldest.set({ at: logs.rows[0] ? entryTime(logs.rows[0]) : null, readAt: now });
	}
	return oldest.get().at;
}

/** The outcome of a read of the log; a tenant that has none, since its plan has not, says so in its own words. */
export async function logOutcome<Value>(read: Promise<Value>): Promise<Outcome<Value>> {
	let refusal: ManagementError | undefined;
	const outcome = await outcomeOf(
		read.catch((error: unknown) => {
			if (error instanceof ManagementError && hasNoLog(error)) refusal = error;
			throw error;
		}),
		"user",
	);
	if (!refusal) return outcome;
	const message = "A log of sign-ins and changes is a part of some plans only. All else here works without it.";
	const { serviceMessage: detail } = refusal;
	return { problem: { title: "This tenant offers no log", message, ...(detail && { detail }) } };
}

/** A missing scope is another kind of refusal. */
function hasNoLog({ kind, status }: ManagementError): boolean {
	return kind === "forbidden" || kind === "no-area" || status === 405;
}

function entriesOf({ logs: { rows, unreadable }, total }: ReturnType<typeof logPage.parse>) {
	return { items: rows, unreadable, total };
}
