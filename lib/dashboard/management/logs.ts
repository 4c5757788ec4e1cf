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
 * Those that have a reference or an ID among the newest entries that a search finds: no tenant searches all of these values.
 * @returns `unread` and `unreadable` of those that were read, `count` of all of them
 * @throws as `listLogs`
 */
export async function findLogs(id: string, search: string) {
	const found = { entries: [] as LogEntry[], unread: 0, unreadable: 0, count: 0 };
	for (let page = 0; page < LOG_RESULTS_MAX / LOG_PAGE_SIZE_MAX; page += 1) {
		const read = await listLogs({ search, page, size: LOG_PAGE_SIZE_MAX });
		found.entries.push(...read.entries.filter((entry) => isEntryWith(id, entry)));
		found.unread += read.unread;
		found.unreadable += read.unreadable;
		found.count += read.count;
		if (read.count < LOG_PAGE_SIZE_MAX) break;
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
		const query = { page: 0, per_page: 1, sort: "date:1" };
		const { logs } = await callManagement("get_logs", { query, schema: logPage });
		oldest.set({ at: logs.rows[0] ? entryTime(logs.rows[0]) : null, readAt: now });
	}
	return oldest.get().at;
}

/** The outcome of a read of the log; of a tenant that shows none, the problem says why. */
export async function logOutcome<Value>(read: Promise<Value>): Promise<Outcome<Value>> {
	const outcome = await outcomeOf<Outcome<Value>>(
		read.then(
			(value) => ({ value }),
			(error: unknown) => {
				const title = withoutLog(error);
				if (title === null || !(error instanceof ManagementError)) throw error;
				const { serviceMessage: detail } = error;
				return { problem: { title, message: "All else here works without it.", ...(detail && { detail }) } };
			},
		),
		"user",
	);
	return outcome.problem ? outcome : outcome.value;
}

/** Why a tenant shows no log, or none of a user, without a full stop; null for any other error. */
export function withoutLog(error: unknown): string | null {
	if (!(error instanceof ManagementError)) return null;
	const { kind, status, errorCode } = error;
	if (errorCode === "insufficient_entitlement") return "This tenant’s plan has no logs";
	// A missing scope is another kind of refusal.
	if (kind === "forbidden") return "The tenant refuses to show its log";
	// A tenant that has no such operation names no code.
	if (kind === "not-found" && errorCode) return "The tenant no longer knows this user, and shows no log of them";
	return kind === "no-area" || kind === "not-found" || status === 405 ? "This tenant offers no logs" : null;
}

function entriesOf({ logs: { rows, unreadable }, total }: ReturnType<typeof logPage.parse>) {
	return { items: rows, unreadable, total };
}
