import "server-only";
import type { LogEntry } from "@/lib/contract/log-entry";
import { type ClientNames, clientNames } from "@/lib/dashboard/management/applications/client-names";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import { LOG_RESULTS_MAX, listUserLogs, oldestLogTime, withoutLog } from "@/lib/dashboard/management/logs";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { may, type Role, whoMay } from "@/lib/dashboard/session/permissions";

const PAGE_SIZE = 100;
export const LOG_PAGES = LOG_RESULTS_MAX / PAGE_SIZE;

/** A page of what the tenant's log has of a user. */
export type LogOfUser = {
	/** Newest first. */
	entries: readonly LogEntry[];
	/** How many others there are, which can't be read or are too large. */
	unreadable: number;
	/** From 0. */
	page: number;
	/** The tenant has older ones; `isCut`: and responds with none of them. */
	hasOlder: boolean;
	isCut: boolean;
	names: ClientNames;
};

/** Or why there is none: it is not offered to the admin or the console, in a sentence; or it could not be read. */
export type UserLog =
	| ({ kind: "read" } & LogOfUser)
	| { kind: "scope"; why: string }
	| { kind: "not-offered"; why: string; detail?: string | undefined }
	| { kind: "problem"; problem: Problem };

/** With one request, and none where the role may not see the log. @param page from 0 @throws SessionError */
export async function readUserLog(userId: string, role: Role, page: number): Promise<UserLog> {
	if (!may(role, "seeLog")) return { kind: "not-offered", why: whoMay("seeLog") };
	const reading = listUserLogs(userId, { page, size: PAGE_SIZE });
	let error: unknown;
	const { value, problem } = await outcomeOf(
		reading.catch((cause: unknown) => {
			error = cause;
			throw cause;
		}),
		"user",
	);
	if (problem) return error instanceof ManagementError ? without(error, problem) : { kind: "problem", problem };
	const { entries, unreadable, unread, count, total } = value;
	const read = (page + 1) * PAGE_SIZE;
	const hasOlder = count === PAGE_SIZE && (total === null || total > read || total >= LOG_RESULTS_MAX);
	return {
		kind: "read",
		entries,
		unreadable: unreadable + unread,
		page,
		hasOlder: hasOlder && page + 1 < LOG_PAGES,
		isCut: hasOlder && page + 1 === LOG_PAGES,
		names: await clientNames(entries.flatMap(({ client_id, client_name }) => (client_name ? [] : (client_id ?? [])))),
	};
}

/** When the oldest entry of the whole log was written; null where that is not known. */
export async function readReach(role: Role): Promise<string | null> {
	return may(role, "seeLog") ? oldestLogTime().catch(() => null) : null;
}

/** A missing scope, or a log that the tenant does not show, is no problem of this page. */
function without(error: ManagementError, problem: Problem): UserLog {
	if (error.kind === "scope") return { kind: "scope", why: problem.message };
	const why = withoutLog(error);
	return why ? { kind: "not-offered", why: `${why}.`, detail: error.serviceMessage } : { kind: "problem", problem };
}
