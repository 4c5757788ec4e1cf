import "server-only";
import { type ExpressionBuilder, type Selectable, type SelectQueryBuilder, sql } from "kysely";
import { isJsonObject } from "@/lib/contract/safe-object";
import { type WriteName, writeEntry, writeLabels } from "../resources/writes";
import { reasonLine } from "../session/reason";
import { requirePermission } from "../session/session";
import { dashboardDatabase } from "../store/dashboard-database";
import type { DashboardSchema } from "../store/schema";
import { AUDIT_OUTCOMES, type AuditEntry, type AuditFilter, everything, type KeptChange } from "./audit-entry";
import { keptNames } from "./changes";
import { startOfDay } from "./read-filter";

const AUDIT_PAGE_SIZE = 50;
const EXPORT_PAGE_SIZE = 100;
const DAY_MS = 24 * 3600 * 1000;
/** Longer than a write and its look-up take: until then it is in progress. */
const UNDER_WAY_MS = 12_000;

/** One page of the trail, newest first; `next` is the checkpoint of the page after. @throws SessionError */
export async function auditPage(
	filter: AuditFilter,
	from: string | null,
): Promise<{ entries: AuditEntry[]; next: string | null }> {
	await requirePermission("look");
	const found = await listAuditEntries(filter, from, AUDIT_PAGE_SIZE + 1);
	const entries = found.slice(0, AUDIT_PAGE_SIZE);
	return { entries, next: found.length > AUDIT_PAGE_SIZE ? (entries.at(-1)?.id ?? null) : null };
}

/** The newest writes of all admins, newest first, at most `size` rows. @throws SessionError */
export async function newestAuditEntries(size: number): Promise<AuditEntry[]> {
	await requirePermission("look");
	return listAuditEntries(everything, null, size);
}

/**
 * All matching rows, page by page, so that a long trail needs no more memory than a short one. The session is checked now;
 * the pages are read later, outside of the request. @throws SessionError
 */
export async function allAuditEntries(filter: AuditFilter): Promise<AsyncGenerator<AuditEntry[]>> {
	await requirePermission("look");
	return pagesOf(filter);
}

async function* pagesOf(filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
	let from: string | null = null;
	while (true) {
		const entries: AuditEntry[] = await listAuditEntries(filter, from, EXPORT_PAGE_SIZE);
		if (entries.length > 0) yield entries;
		if (entries.length < EXPORT_PAGE_SIZE) return;
		from = entries.at(-1)?.id ?? null;
	}
}

/**
 * The newest writes that match, newest first, without an access check.
 * @param before the identifier of the last row of the page before
 */
export async function listAuditEntries(
	filter: AuditFilter,
	before: string | null,
	size: number,
): Promise<AuditEntry[]> {
	const database = await dashboardDatabase();
	let query = matching(database.selectFrom("audit_trail as write"), filter);
	if (before) query = query.where("write.id", "<", before);
	const rows = await query.selectAll("write").select(knownName).orderBy("write.id", "desc").limit(size).execute();
	return rows.map(entryOf);
}

/**
 * The newest writes to exactly this target by one of these operations, newest first. Failed creates are left out: their
 * target is the name in the request, which may read like an identifier. @throws SessionError
 */
export async function auditOfTarget(
	operations: readonly string[],
	target: string,
	size: number,
): Promise<AuditEntry[]> {
	await requirePermission("look");
	const database = await dashboardDatabase();
	const rows = await database
		.selectFrom("audit_trail")
		.selectAll()
		.where("target", "=", target)
		.where("operation", "in", operations)
		.where(({ or, eb }) => or([eb("outcome", "=", "done"), eb("operation", "not in", creates(operations))]))
		.orderBy("id", "desc")
		.limit(size)
		.execute();
	return rows.map(entryOf);
}

function creates(operations: readonly string[]): string[] {
	const names = operations.filter((operation) => writeEntry(operation)?.isCreate);
	return names.length > 0 ? names : [""];
}

/**
 * The newest writes that concern a user, by identifier, newest first. Rows of older versions name no user: of these, those on
 * the user, and those on a session or a refresh token that is known to be the user's, by `owned` or by a newer row.
 * @param owned identifiers of sessions and refresh tokens that the tenant has listed as the user's
 * @throws SessionError
 */
export async function auditOfUser(userId: string, owned: readonly string[], size: number): Promise<AuditEntry[]> {
	await requirePermission("look");
	const database = await dashboardDatabase();
	const newest = database.selectFrom("audit_trail").selectAll().orderBy("id", "desc").limit(size);
	const named = await newest.where("user_id", "=", userId).execute();
	const others = await newest
		.where("target", "in", [...new Set([userId, ...owned, ...named.map(({ target }) => target)])])
		.where("user_id", "is", null)
		// The target of a failed create is the name in the request, which may read like an identifier.
		.where("operation", "not in", creates(allWrites))
		.execute();
	const rows = [...named, ...others].sort((one, other) => (one.id < other.id ? 1 : -1));
	return rows.slice(0, size).map(entryOf);
}

const allWrites = writeLabels.map(([operation]) => operation);

/**
 * Writes of the last `days` with an unknown outcome, newest first, but those in progress; without those with a later write
 * to the same target, because an admin has seen that since. @throws SessionError
 */
export async function unknownOutcomes(days: number, size: number, now: Date = new Date()): Promise<AuditEntry[]> {
	await requirePermission("look");
	const before = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();
	const database = await dashboardDatabase();
	const rows = await database
		.selectFrom("audit_trail as write")
		.selectAll("write")
		.select(knownName)
		.where("at", ">=", before(days * DAY_MS))
		.where("at", "<", before(UNDER_WAY_MS))
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

/** Whether the trail has a completed write of this operation. @throws SessionError */
export async function wasEverDone(operation: WriteName): Promise<boolean> {
	await requirePermission("look");
	const database = await dashboardDatabase();
	const found = await database
		.selectFrom("audit_trail")
		.select("id")
		.where("operation", "=", operation)
		.where("outcome", "=", "done")
		.limit(1)
		.executeTakeFirst();
	return found !== undefined;
}

type Writes = DashboardSchema & { write: DashboardSchema["audit_trail"] };

/** The target's name: of the row itself, else of the newest other row with a name. */
export function knownName({ fn, selectFrom, ref }: ExpressionBuilder<Writes, "write">) {
	const named = selectFrom("audit_trail as named")
		.select("named.name")
		.whereRef("named.target", "=", "write.target")
		.where("named.name", "is not", null)
		.orderBy("named.id", "desc")
		.limit(1);
	return fn.coalesce(ref("write.name"), named).as("known_name");
}

/** Why these writes were made, by which proposals, and which of them in an emergency, by the rows' identifiers. @throws SessionError */
export async function notesOfWrites(ids: readonly string[]): Promise<Map<string, WriteNote>> {
	await requirePermission("look");
	if (ids.length === 0) return new Map();
	const database = await dashboardDatabase();
	const columns = ["id", "reason", "proposal", "proposed_by", "emergency"] as const;
	const rows = await database.selectFrom("audit_trail").select(columns).where("id", "in", ids).execute();
	return new Map(rows.map((row) => [row.id, { reason: row.reason, ...proposalOf(row), ...emergencyOf(row) }]));
}

export type WriteNote = Pick<AuditEntry, "reason" | "proposal" | "isEmergency">;

function proposalOf(row: Pick<AuditRow, "proposal" | "proposed_by">): Pick<AuditEntry, "proposal"> {
	const { proposal: id, proposed_by: by } = row;
	return id !== null && by !== null ? { proposal: { id, by } } : {};
}

function emergencyOf({ emergency }: Pick<AuditRow, "emergency">): Pick<AuditEntry, "isEmergency"> {
	return emergency === 1 ? { isEmergency: true } : {};
}

type Query = SelectQueryBuilder<Writes, "write", object>;

function matching(query: Query, filter: AuditFilter): Query {
	const { person, operation, target, outcome, reason, since, until, timeZone } = filter;
	let found = query;
	if (person) {
		found = found.where(({ or, eb }) =>
			or([contains("person", person), contains("person_name", person), eb("subject", "=", person)]),
		);
	}
	if (operation) found = found.where("operation", "=", operation);
	if (target) {
		const named = (["target", "name", "user_label"] as const).map((column) => contains(column, target));
		found = found.where(({ or, eb }) =>
			or([
				...named,
				eb("user_id", "=", target),
				eb("reference", "=", target),
				// What was saved by a proposal, beside what was done with it.
				eb("proposal", "=", target),
			]),
		);
	}
	if (outcome) found = found.where("outcome", "=", outcome);
	const line = reasonLine(reason);
	if (line !== null) found = found.where(contains("reason", line));
	// Identifiers begin with the time, so they are in its order.
	if (since) found = found.where("write.id", ">=", startOfDay(since, 0, timeZone));
	if (until) found = found.where("write.id", "<", startOfDay(until, 1, timeZone));
	return found;
}

function contains(column: "person" | "person_name" | "target" | "name" | "user_label" | "reason", text: string) {
	const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
	// Of both by the engine: SQLite's knows the letters of ASCII alone.
	return sql<boolean>`lower(${sql.ref(`write.${column}`)}) like lower(${pattern}) escape '\\'`;
}

export type AuditRow = Selectable<DashboardSchema["audit_trail"]> & { known_name?: string | null };

/** Columns that can't be read, which only damage or another program can leave, are as ones without content. */
export function entryOf({ collected: _, line: __, known_name, ...stored }: AuditRow): AuditEntry {
	const { person_name, user_id, user_label, kept_values, more_changes, digest_before, digest_after, ...others } =
		stored;
	const { proposal, proposed_by, emergency, ...row } = others;
	// An older version kept all names.
	const { changes, moreChanges } = keptNames(listIn(row.changes, (name) => typeof name === "string"));
	return {
		...row,
		personName: person_name,
		digestBefore: digest_before,
		digestAfter: digest_after,
		name: known_name ?? row.name,
		userId: user_id,
		userLabel: user_label,
		changes,
		moreChanges: moreChanges + more_changes,
		values: listIn(kept_values ?? "[]", isKeptChange),
		outcome: AUDIT_OUTCOMES.find((outcome) => outcome === row.outcome) ?? "unknown",
		...proposalOf(stored),
		...emergencyOf(stored),
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
