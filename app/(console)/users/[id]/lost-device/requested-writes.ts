import "server-only";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { auditOfUser } from "@/lib/dashboard/audit/audit-trail";
import { resources } from "@/lib/dashboard/resources/resources";
import { type EndResult, idsOf } from "./lost-device-state";

const ENDS: readonly string[] = [...resources.session.ends.one, ...resources["refresh token"].ends.one];
/** Of the newest writes about a user. */
const WRITES_MAX = 1_000;

/** The newest row of the trail for each target of which this admin requested the end, by the target. @throws SessionError */
export async function endsRequested(
	subject: string,
	userId: string,
	ids: readonly string[],
): Promise<ReadonlyMap<string, AuditEntry>> {
	const rows = await auditOfUser(userId, ids, WRITES_MAX);
	const own = rows.filter((row) => row.subject === subject && row.outcome === "done" && ENDS.includes(row.operation));
	return new Map(own.toReversed().map((row) => [row.target, row]));
}

/** Those of the results whose end was requested. @throws SessionError */
export async function requestedWrites(
	subject: string,
	userId: string,
	results: readonly EndResult[],
): Promise<AuditEntry[]> {
	const { sessions, tokens } = idsOf(results.filter(({ outcome }) => outcome === "requested").map(({ item }) => item));
	const ids = [...sessions, ...tokens];
	const rows = await endsRequested(subject, userId, ids);
	return ids.flatMap((id) => rows.get(id) ?? []);
}
