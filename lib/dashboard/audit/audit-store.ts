import "server-only";
import type { Kysely, Selectable } from "kysely";
import { isJsonObject } from "@/lib/contract/safe-object";
import { inTransaction } from "@/lib/database/in-transaction";
import { dashboardDatabase } from "../store/dashboard-database";
import type { DashboardSchema } from "../store/schema";
import { AUDIT_OUTCOMES, type AuditEntry, type KeptChange } from "./audit-entry";
import { keptNames } from "./changes";

/** What else is written, in the same transaction. */
export type Alongside = (transaction: Kysely<DashboardSchema>) => Promise<void>;

/** Adds a row where the trail has none with its identifier. */
export async function insertAuditEntryOnce(entry: AuditEntry): Promise<void> {
	const database = await dashboardDatabase();
	await database
		.insertInto("audit_trail")
		.values(rowOf(entry))
		.onConflict((conflict) => conflict.column("id").doNothing())
		.execute();
}

/** Adds at least one row, all on disk when this returns, or none. */
export async function insertAuditEntries(entries: readonly AuditEntry[], alongside?: Alongside): Promise<void> {
	const rows = entries.map(rowOf);
	await together(async (database) => void (await database.insertInto("audit_trail").values(rows).execute()), alongside);
}

/** Records the outcome of one write, in its row or in those of its targets. */
export async function updateAuditEntry(
	id: string | readonly string[],
	{
		target,
		name,
		userId,
		userLabel,
		digestAfter,
		outcome,
		status,
	}: Partial<Pick<AuditEntry, "target" | "name" | "userId" | "userLabel" | "digestAfter" | "outcome" | "status">>,
	alongside?: Alongside,
): Promise<void> {
	const concerned = { user_id: userId, user_label: userLabel };
	const values = { target, name, ...concerned, digest_after: digestAfter, outcome, status };
	const update = async (database: Kysely<DashboardSchema>) =>
		void (await database.updateTable("audit_trail").set(values).where("id", "in", [id].flat()).execute());
	await together(update, alongside);
}

/** Records the outcome of a write to several targets for some of them. @param reference of the write */
export async function updateAuditOfTargets(
	reference: string,
	targets: readonly string[],
	outcome: AuditEntry["outcome"],
): Promise<void> {
	const database = await dashboardDatabase();
	await database
		.updateTable("audit_trail")
		.set({ outcome })
		.where("target", "in", targets)
		.where("reference", "=", reference)
		.execute();
}

/** Both or nothing, in one commit. */
async function together(write: Alongside, alongside: Alongside | undefined): Promise<void> {
	const database = await dashboardDatabase();
	if (!alongside) return write(database);
	await inTransaction(database, async (transaction) => {
		await write(transaction);
		await alongside(transaction);
	});
}

function rowOf(entry: AuditEntry) {
	const { personName, userId, userLabel, changes, moreChanges, values, digestBefore, digestAfter, ...others } = entry;
	return {
		...{ ...others, person_name: personName, digest_before: digestBefore, digest_after: digestAfter },
		...{ user_id: userId, user_label: userLabel },
		...{ changes: JSON.stringify(changes), more_changes: moreChanges },
		kept_values: values.length > 0 ? JSON.stringify(values) : null,
	};
}

export type AuditRow = Selectable<DashboardSchema["audit_trail"]> & { known_name?: string | null };

/** Columns that can't be read, which only damage or another program can leave, are as ones without content. */
export function entryOf({ collected: _, known_name, ...stored }: AuditRow): AuditEntry {
	const { person_name, user_id, user_label, kept_values, more_changes, digest_before, digest_after, ...row } = stored;
	// An older version kept all names.
	const { changes, moreChanges } = keptNames(listIn(row.changes, (name) => typeof name === "string"));
	return {
		...{ ...row, personName: person_name, digestBefore: digest_before, digestAfter: digest_after },
		name: known_name ?? row.name,
		...{ userId: user_id, userLabel: user_label },
		...{ changes, moreChanges: moreChanges + more_changes },
		values: listIn(kept_values ?? "[]", isKeptChange),
		outcome: AUDIT_OUTCOMES.find((outcome) => outcome === row.outcome) ?? "unknown",
	};
}

function listIn<Item>(json: string, isItem: (value: unknown) => value is Item): Item[] {
	try {
		const stored: unknown = JSON.parse(json);
		return Array.isArray(stored) ? stored.filter(isItem) : [];
	} catch {
		return [];
	}
}

function isKeptChange(value: unknown): value is KeptChange {
	return isJsonObject(value) && typeof value.part === "string" && isKept(value.before) && isKept(value.after);
}

function isKept(value: unknown): boolean {
	return value === null || ["string", "number", "boolean"].includes(typeof value);
}
