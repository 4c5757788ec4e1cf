import "server-only";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { auditOfUser } from "@/lib/dashboard/audit/audit-trail";
import { resources } from "@/lib/dashboard/resources/resources";
import { sessionItem, tokenItem } from "./lost-device-state";

const ENDS_OF_SESSIONS: readonly string[] = resources.session.ends.one;
const ENDS: readonly string[] = [...ENDS_OF_SESSIONS, ...resources["refresh token"].ends.one];
/** Of the newest writes about a user. */
const WRITES_MAX = 1_000;

/** For how long a page says what has become of an end, and has the paragraph for a ticket. */
const SAID_FOR_MS = 10 * 60_000;
/** Until then the end is not requested again. */
const UNDER_WAY_MS = 60_000;

/** By target, the newest row of the trail by which its end was requested, or may have been. */
export type Ends = ReadonlyMap<string, AuditEntry>;

/**
 * The ends of a user's sessions and refresh tokens that were requested.
 * @param ids of those that the tenant lists as the user's
 * @returns those by all admins, and those by this one of the last minutes
 * @throws SessionError
 */
export async function endsRequested(
	userId: string,
	ids: readonly string[],
	subject: string,
): Promise<{ all: Ends; ownLately: Ends }> {
	const rows = (await auditOfUser(userId, ids, WRITES_MAX)).filter(
		({ outcome, operation }) => (outcome === "done" || outcome === "unknown") && ENDS.includes(operation),
	);
	const own = rows.filter((row) => row.subject === subject && isWithin(row, SAID_FOR_MS));
	return { all: newest(rows), ownLately: newest(own) };
}

function newest(rows: readonly AuditEntry[]): Ends {
	return new Map(rows.toReversed().map((row) => [row.target, row]));
}

export const isSaid = (row: AuditEntry) => isWithin(row, SAID_FOR_MS);
export const isUnderWay = (row: AuditEntry | undefined) => row?.outcome === "done" && isWithin(row, UNDER_WAY_MS);

function isWithin({ at }: AuditEntry, withinMs: number): boolean {
	return Date.now() - Date.parse(at) < withinMs;
}

export const isOfSession = ({ operation }: AuditEntry) => ENDS_OF_SESSIONS.includes(operation);

/** The target as the form names it. */
export const itemOf = (row: AuditEntry) => (isOfSession(row) ? sessionItem(row.target) : tokenItem(row.target));
