import "server-only";
import { sql } from "kysely";
import { requirePermission } from "../session/session";
import { dashboardDatabase, fromNow } from "../store/dashboard-database";
import type { AuditEntry } from "./audit-entry";
import { entryOf, knownName } from "./audit-trail";

/** How long every admin is told of a save without the second editor that the rule wants. */
export const EMERGENCY_DAYS = 7;
const DAY_MS = 24 * 3600 * 1000;

/**
 * The saves of templates that were made in an emergency, newest first; without those that were not carried out.
 * @param size at most so many
 * @returns `count`: of all, where a template and its purpose that one request saves are one; `areAllDone`: of none the outcome is
 * unknown
 * @throws SessionError
 */
export async function recentEmergencies(
	size: number,
): Promise<{ entries: AuditEntry[]; count: number; areAllDone: boolean }> {
	await requirePermission("look");
	const database = await dashboardDatabase();
	const emergencies = database
		.selectFrom("audit_trail as write")
		.where("emergency", "=", 1)
		.where("id", ">=", fromNow(-EMERGENCY_DAYS * DAY_MS))
		.where("outcome", "in", ["done", "unknown"]);
	const { count, unknown } = await emergencies
		.select([
			sql<number | string>`count(distinct reference || ' ' || target)`.as("count"),
			sql<number | string>`count(case when outcome = 'unknown' then 1 end)`.as("unknown"),
		])
		.executeTakeFirstOrThrow();
	if (Number(count) === 0) return { entries: [], count: 0, areAllDone: true };
	const rows = await emergencies.selectAll("write").select(knownName).orderBy("id", "desc").limit(size).execute();
	return { entries: rows.map(entryOf), count: Number(count), areAllDone: Number(unknown) === 0 };
}
