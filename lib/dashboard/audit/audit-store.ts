import "server-only";
import { type Selectable, type SelectQueryBuilder, sql } from "kysely";
import type { OperationName } from "@/lib/contract/operations";
import { dashboardDatabase } from "../store/dashboard-database";
import type { AuditTable, DashboardSchema } from "../store/schema";
import { AUDIT_OUTCOMES, type AuditEntry, type AuditFilter } from "./audit-entry";

/** Adds a row, on disk when this returns. */
export async function insertAuditEntry(entry: AuditEntry): Promise<void> {
	const database = await dashboardDatabase();
	await database
		.insertInto("audit_trail")
		.values({
			id: entry.id,
			at: entry.at,
			subject: entry.subject,
			person: entry.person,
			operation: entry.operation,
			target: entry.target,
			changes: JSON.stringify(entry.changes),
			digest_before: entry.digestBefore,
			digest_after: entry.digestAfter,
			outcome: entry.outcome,
			status: entry.status,
			reference: entry.reference,
		})
		.execute();
}

/** Says what became of a write. */
export async function updateAuditEntry(
	id: string,
	{ target, digestAfter, outcome, status }: Partial<Pick<AuditEntry, "target" | "digestAfter" | "outcome" | "status">>,
): Promise<void> {
	const database = await dashboardDatabase();
	const values = { target, digest_after: digestAfter, outcome, status };
	await database.updateTable("audit_trail").set(values).where("id", "=", id).execute();
}

/**
 * The newest writes that match, newest first.
 * @param before the identifier of the last row of the page before
 */
export async function listAuditEntries(
	filter: AuditFilter,
	before: string | null,
	size: number,
): Promise<AuditEntry[]> {
	const database = await dashboardDatabase();
	let query = matching(database.selectFrom("audit_trail").selectAll(), filter);
	if (before) query = query.where("id", "<", before);
	const rows = await query.orderBy("id", "desc").limit(size).execute();
	return rows.map(entryOf);
}

/**
 * The newest writes to exactly this target by one of these operations, newest first. What was to be created and wasn't
 * is left out: its target is the name that was wanted, which may read like an identifier.
 */
export async function listAuditOfTarget(
	operations: readonly OperationName[],
	target: string,
	size: number,
): Promise<AuditEntry[]> {
	const database = await dashboardDatabase();
	const rows = await database
		.selectFrom("audit_trail")
		.selectAll()
		.where("target", "=", target)
		.where("operation", "in", operations)
		.where(({ or, eb }) => or([eb("outcome", "=", "done"), eb("operation", "not like", "post%")]))
		.orderBy("id", "desc")
		.limit(size)
		.execute();
	return rows.map(entryOf);
}

/**
 * The newest writes between two times (ISO 8601 UTC) of which nobody knows what became, newest first; without those
 * whose target was written to since, because somebody has seen it then.
 */
export async function listUnknownOutcomes(from: string, to: string, size: number): Promise<AuditEntry[]> {
	const database = await dashboardDatabase();
	const rows = await database
		.selectFrom("audit_trail as write")
		.selectAll()
		.where("at", ">=", from)
		.where("at", "<", to)
		.where("outcome", "=", "unknown")
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom("audit_trail as later")
						.select("later.id")
						.whereRef("later.target", "=", "write.target")
						.whereRef("later.id", ">", "write.id")
						.where("later.outcome", "=", "done"),
				),
			),
		)
		.orderBy("at", "desc")
		.limit(size)
		.execute();
	return rows.map(entryOf);
}

type Query = SelectQueryBuilder<DashboardSchema, "audit_trail", Selectable<AuditTable>>;

function matching(query: Query, { person, operation, target, outcome }: AuditFilter): Query {
	let found = query;
	if (person) {
		found = found.where(({ or, eb }) => or([contains("person", person), eb("subject", "=", person)]));
	}
	if (operation) found = found.where("operation", "=", operation);
	if (target) found = found.where(contains("target", target));
	if (outcome) found = found.where("outcome", "=", outcome);
	return found;
}

function contains(column: "person" | "target", text: string) {
	const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
	return sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
}

function entryOf(row: Selectable<AuditTable>): AuditEntry {
	return {
		id: row.id,
		at: row.at,
		subject: row.subject,
		person: row.person,
		operation: row.operation,
		target: row.target,
		changes: JSON.parse(row.changes),
		digestBefore: row.digest_before,
		digestAfter: row.digest_after,
		outcome: AUDIT_OUTCOMES.find((outcome) => outcome === row.outcome) ?? "unknown",
		status: row.status,
		reference: row.reference,
	};
}
