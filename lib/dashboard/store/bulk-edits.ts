import "server-only";
import { randomBytes } from "node:crypto";
import { type Kysely, type Selectable, sql, type Updateable } from "kysely";
import { inTransaction } from "@/lib/database/in-transaction";
import type { ActKind } from "../resources/act-kinds";
import {
	type BegunWith,
	BULK_ITEM_STATES,
	BULK_RUNS,
	type BulkEdit,
	type BulkEditHead,
	type BulkItem,
	type BulkItemPlan,
	type BulkItemState,
	type BulkNote,
	type BulkPlan,
	type BulkResource,
	type BulkRun,
} from "./bulk-edit";
import { dashboardDatabase, fromNow } from "./dashboard-database";
import type { DashboardSchema } from "./schema";

/** A plan contains values of metadata, so it is removed with its results after this time. */
export const BULK_EDIT_KEPT_HOURS = 24;
const BULK_EDIT_KEPT_MS = BULK_EDIT_KEPT_HOURS * 3600 * 1000;

/** Previews of one admin that were not begun; older ones give way. */
export const PREVIEWS_MAX = 5;

/** A statement of SQLite has 32,766 parameters at most. */
const ROWS_PER_INSERT = 1_000;

/**
 * Stores a plan. Nothing is written to the service before it runs.
 * @param begun `run`: `running` where it is begun at once, and the reason then; `id`: where there may be one of this kind only
 * @returns its identifier
 */
export async function createBulkEdit(
	subject: string,
	plan: BulkPlan,
	items: readonly BulkItemPlan[],
	begun: { run?: "preview" | "running"; id?: string; reason?: string } = {},
): Promise<string> {
	const { run = "preview", id = randomBytes(16).toString("base64url"), reason = null } = begun;
	const database = await dashboardDatabase();
	const rows = items.map(({ state, note, whole = null, ...item }, position) => ({
		edit_id: id,
		position,
		state,
		claim: null,
		whole,
		token: JSON.stringify(item),
		note: JSON.stringify(note),
	}));
	await inTransaction(database, async (transaction) => {
		const created_at = new Date().toISOString();
		await transaction
			.insertInto("bulk_edits")
			.values({ id, subject, created_at, run, reason, plan: JSON.stringify(plan) })
			.execute();
		for (let first = 0; first < rows.length; first += ROWS_PER_INSERT) {
			const some = rows.slice(first, first + ROWS_PER_INSERT);
			await transaction.insertInto("bulk_edit_tokens").values(some).execute();
		}
	});
	if (run === "preview") await removeOlderPreviews(database, subject, id);
	return id;
}

/** After the new one is stored: of several that are made at once, the last to be stored sees all others. */
async function removeOlderPreviews(database: Kysely<DashboardSchema>, subject: string, id: string): Promise<void> {
	const others = sql<boolean>`subject = ${subject} and run = 'preview' and id <> ${id}`;
	const newest = database
		.selectFrom("bulk_edits")
		.select("id")
		.where(others)
		.orderBy("created_at", "desc")
		.limit(PREVIEWS_MAX - 1);
	await database.deleteFrom("bulk_edits").where(others).where("id", "not in", newest).execute();
}

/** An admin's own bulk edit without its items; null where there is none. */
export async function findBulkEditHead(subject: string, id: string): Promise<BulkEditHead | null> {
	const database = await dashboardDatabase();
	const edit = await database
		.selectFrom("bulk_edits")
		.selectAll()
		.where("id", "=", id)
		.where("subject", "=", subject)
		.where("created_at", ">=", fromNow(-BULK_EDIT_KEPT_MS))
		.executeTakeFirst();
	return edit ? headOf(edit) : null;
}

export async function findBulkEdit(subject: string, id: string): Promise<BulkEdit | null> {
	const head = await findBulkEditHead(subject, id);
	if (!head) return null;
	const rows = await itemsOf(await dashboardDatabase(), id)
		.selectAll()
		.execute();
	return { ...head, items: rows.map(bulkItemOf) };
}

/** `findBulkEdit` with items without `whole`: an import has thousands, and shows some. */
export async function findBulkEditInShort(subject: string, id: string): Promise<BulkEdit | null> {
	const head = await findBulkEditHead(subject, id);
	if (!head) return null;
	const rows = await itemsOf(await dashboardDatabase(), id)
		.select(["position", "token", "state", "note"])
		.execute();
	return { ...head, items: rows.map((row) => bulkItemOf({ ...row, whole: null })) };
}

/** The items of a bulk edit at these positions, without an access check. */
export async function readBulkItems(id: string, positions: readonly number[]): Promise<BulkItem[]> {
	if (positions.length === 0) return [];
	const items = itemsOf(await dashboardDatabase(), id).where("position", "in", positions);
	return (await items.selectAll().execute()).map(bulkItemOf);
}

/** The items of a bulk edit that are not finished, without an access check. */
export async function readOpenItems(id: string): Promise<BulkItem[]> {
	const items = itemsOf(await dashboardDatabase(), id).where("state", "in", ["planned", "writing"]);
	return (await items.selectAll().execute()).map(bulkItemOf);
}

function itemsOf(database: Kysely<DashboardSchema>, id: string) {
	return database.selectFrom("bulk_edit_tokens").where("edit_id", "=", id).orderBy("position");
}

const LISTED_MAX = 100;

/** An admin's bulk edits, finished or not, the newest first. */
export async function listBulkEdits<Resource extends BulkResource>(
	subject: string,
	...resources: Resource[]
): Promise<Extract<BulkEditHead, { resource: Resource }>[]> {
	const database = await dashboardDatabase();
	const rows = await database
		.selectFrom("bulk_edits")
		.selectAll()
		.where("subject", "=", subject)
		.where("created_at", ">=", fromNow(-BULK_EDIT_KEPT_MS))
		// Quotes inside of a value are escaped in JSON: this is found as a property alone.
		.where(({ or, eb }) => or(resources.map((one) => eb("plan", "like", `%"resource":"${one}"%`))))
		.orderBy("created_at", "desc")
		.limit(LISTED_MAX)
		.execute();
	const asked = new Set<BulkResource>(resources);
	type Listed = Extract<BulkEditHead, { resource: Resource }>;
	return rows.map(headOf).filter((edit): edit is Listed => asked.has(edit.resource));
}

export type UnfinishedBulkEdit = BulkEditHead & { left: number };
type UnfinishedOf<Resource extends BulkResource> = Extract<UnfinishedBulkEdit, { resource: Resource }>;

/**
 * An admin's bulk edits that were begun and not finished, the newest first.
 * @param resources of which they are; all where none is named
 */
export async function listUnfinishedBulkEdits<Resource extends BulkResource = BulkResource>(
	subject: string,
	...resources: Resource[]
): Promise<UnfinishedOf<Resource>[]> {
	const database = await dashboardDatabase();
	const rows = await database
		.selectFrom("bulk_edits")
		.innerJoin("bulk_edit_tokens", "edit_id", "id")
		.select(["id", "subject", "created_at", "run", "plan", "reason", "emergency", "proposal"])
		.select(({ fn }) => fn.countAll().as("open"))
		.where("subject", "=", subject)
		.where("created_at", ">=", fromNow(-BULK_EDIT_KEPT_MS))
		.where("run", "not in", ["preview", "proposed"])
		.where("state", "in", ["planned", "writing"])
		.groupBy(["id", "subject", "created_at", "run", "plan", "reason", "emergency", "proposal"])
		.orderBy("created_at", "desc")
		.execute();
	const asked = new Set<BulkResource>(resources);
	return rows
		.map(({ open, ...edit }): UnfinishedBulkEdit => ({ ...headOf(edit), left: Number(open) }))
		.filter((edit): edit is UnfinishedOf<Resource> => asked.size === 0 || asked.has(edit.resource));
}

/** Whether a bulk edit is running and has unfinished items. */
export async function hasMoreToWrite(id: string): Promise<boolean> {
	const database = await dashboardDatabase();
	const open = await database
		.selectFrom("bulk_edits")
		.innerJoin("bulk_edit_tokens", "edit_id", "id")
		.select("position")
		.where("id", "=", id)
		.where("run", "=", "running")
		.where("state", "in", ["planned", "writing"])
		.limit(1)
		.executeTakeFirst();
	return open !== undefined;
}

/** Without effect on one that was proposed. */
export async function setBulkRun(id: string, run: BulkRun): Promise<void> {
	const database = await dashboardDatabase();
	await database.updateTable("bulk_edits").set({ run }).where("id", "=", id).where("run", "!=", "proposed").execute();
}

/**
 * Ends a bulk edit, seen in this state, with a proposal of what is left of it: once, and nothing of it is written after that.
 * @param propose stores the proposal and returns its ID; where it fails, the bulk edit is a preview again, or stopped
 * @returns the ID; null: another request has begun, stopped or proposed it meanwhile
 */
export async function endWithProposal(
	{ id, run }: Pick<BulkEditHead, "id" | "run">,
	propose: () => Promise<string>,
): Promise<string | null> {
	const database = await dashboardDatabase();
	const update = (from: BulkRun, change: Updateable<DashboardSchema["bulk_edits"]>) =>
		database.updateTable("bulk_edits").set(change).where("id", "=", id).where("run", "=", from).executeTakeFirst();
	const { numUpdatedRows } = await update(run, { run: "proposed" });
	if (numUpdatedRows === 0n) return null;
	let proposal: string;
	try {
		proposal = await propose();
	} catch (error) {
		await update("proposed", { run: run === "preview" ? run : "stopped" });
		throw error;
	}
	await update("proposed", { proposal });
	return proposal;
}

/**
 * Begins or resumes a run, unless it was proposed. All that it writes has one reason, the first that was stated, and is an
 * emergency once it was begun as one.
 * @returns what it was begun with
 */
export async function beginBulkRun(id: string, reason: string | null, isEmergency = false): Promise<BegunWith> {
	const database = await dashboardDatabase();
	const begun = await database
		.updateTable("bulk_edits")
		.set({
			run: "running",
			...(reason !== null && { reason: sql<string>`coalesce(reason, ${reason})` }),
			...(isEmergency && { emergency: 1 }),
		})
		.where("id", "=", id)
		.where("run", "!=", "proposed")
		.returning(["reason", "emergency"])
		.executeTakeFirst();
	return { reason: begun?.reason ?? null, isEmergency: begun?.emergency === 1 };
}

/** What a run on templates does at most. */
const ACTS_ON_TEMPLATES: readonly ActKind[] = ["delete", "request-more"];

function headOf({
	id,
	created_at,
	run,
	plan,
	reason,
	emergency,
	proposal,
}: Selectable<DashboardSchema["bulk_edits"]>): BulkEditHead {
	// Older plans, all for tokens, have no resource.
	const { resource = "refresh token", ...rest } = JSON.parse(plan);
	const isOfTemplates = resource === "template" || resource === "template import";
	const kept = {
		id,
		createdAt: created_at,
		run: BULK_RUNS.find((one) => one === run) ?? "stopped",
		acts: isOfTemplates ? (rest.acts ?? ACTS_ON_TEMPLATES) : resource === "incident" ? rest.acts : [],
		reason,
		...(emergency === 1 && { isEmergency: true }),
		proposal,
	};
	return { ...rest, resource, ...kept } as BulkEditHead;
}

type ItemRow = Pick<Selectable<DashboardSchema["bulk_edit_tokens"]>, "position" | "token" | "whole" | "state" | "note">;

function bulkItemOf({ position, token, whole, state, note }: ItemRow): BulkItem {
	// Older names, for a day after an update.
	const { application, device = null, name = application, detail = device, ...item } = JSON.parse(token);
	const known = BULK_ITEM_STATES.find((one) => one === state) ?? "unconfirmed";
	const kept = whole === null ? item : { ...item, whole };
	return { ...kept, name, detail, position, state: known, note: JSON.parse(note) };
}

// Items are claimed before they are written, so two tabs, or two instances, share the work instead of doing it twice.

/** Longer than a read and a write: an older claim was abandoned by a process that ended. */
export const CLAIM_LASTS_SECONDS = 60;

/** `claim` is needed to settle the item; it is void once another caller has claimed it. */
export type ClaimedItem = BulkItem & { claim: string };

/** The next item that is planned, marked as being written; null where none is, or the bulk edit was stopped. */
export async function claimPlannedItem(editId: string, now: Date = new Date()): Promise<ClaimedItem | null> {
	const database = await dashboardDatabase();
	for (;;) {
		const next = await database
			.selectFrom("bulk_edit_tokens")
			.innerJoin("bulk_edits", "id", "edit_id")
			.select("position")
			.where("edit_id", "=", editId)
			.where("run", "=", "running")
			.where("state", "=", "planned")
			// What is planned has no claim: it stands first for the order of the index.
			.orderBy("claim")
			.orderBy("position")
			.limit(1)
			.executeTakeFirst();
		if (!next) return null;
		const claim = newClaim(now);
		const claimed = await database
			.updateTable("bulk_edit_tokens")
			.set({ state: "writing", claim })
			.where("edit_id", "=", editId)
			.where("position", "=", next.position)
			.where("state", "=", "planned")
			.where(({ exists, selectFrom }) =>
				exists(selectFrom("bulk_edits").select("id").where("id", "=", editId).where("run", "=", "running")),
			)
			.returningAll()
			.executeTakeFirst();
		if (claimed) return { ...bulkItemOf(claimed), claim };
	}
}

/**
 * Claims an abandoned item, to look up its outcome.
 * @returns the item; the seconds until the oldest claim counts as abandoned; or null where none is claimed
 */
export async function claimAbandonedItem(editId: string, now: Date = new Date()): Promise<ClaimedItem | number | null> {
	const database = await dashboardDatabase();
	const oldest = await database
		.selectFrom("bulk_edit_tokens")
		.select(["position", "claim"])
		.where("edit_id", "=", editId)
		.where("state", "=", "writing")
		.orderBy("claim")
		.limit(1)
		.executeTakeFirst();
	if (!oldest?.claim) return null;
	const ends = Date.parse(oldest.claim.slice(0, ISO_LENGTH)) + CLAIM_LASTS_SECONDS * 1000;
	if (ends > now.getTime()) return Math.ceil((ends - now.getTime()) / 1000);
	const claim = newClaim(now);
	const claimed = await database
		.updateTable("bulk_edit_tokens")
		.set({ claim })
		.where("edit_id", "=", editId)
		.where("position", "=", oldest.position)
		.where("state", "=", "writing")
		.where("claim", "=", oldest.claim)
		.returningAll()
		.executeTakeFirst();
	return claimed ? { ...bulkItemOf(claimed), claim } : claimAbandonedItem(editId, now);
}

type Claim = Pick<ClaimedItem, "position" | "claim">;

/** Records the outcome of a claimed item; without effect where the claim was lost. */
export async function settleItem(
	editId: string,
	item: Claim,
	state: BulkItemState,
	note: BulkNote = {},
): Promise<void> {
	await updateClaimed(editId, item, { state, claim: null, note: JSON.stringify(note) });
}

/** Gives a claimed item back, to be tried again, with what is noted of it. */
export async function giveBackItem(editId: string, item: Claim): Promise<void> {
	await updateClaimed(editId, item, { state: "planned", claim: null });
}

/** Notes how far the work on a claimed item has come. @returns false where the claim was lost */
export function noteClaimed(editId: string, item: Claim, note: BulkNote): Promise<boolean> {
	return updateClaimed(editId, item, { note: JSON.stringify(note) });
}

/** Puts back an abandoned item that could not be read, for the next claim to look up. */
export async function abandonItem(editId: string, item: Claim): Promise<void> {
	await updateClaimed(editId, item, { claim: newClaim(new Date(0)) });
}

async function updateClaimed(
	editId: string,
	{ position, claim }: Claim,
	values: Updateable<DashboardSchema["bulk_edit_tokens"]>,
): Promise<boolean> {
	const database = await dashboardDatabase();
	const { numUpdatedRows } = await database
		.updateTable("bulk_edit_tokens")
		.set(values)
		.where("edit_id", "=", editId)
		.where("position", "=", position)
		.where("claim", "=", claim)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Gives up the planned items permanently. */
export async function leavePlannedItems(editId: string): Promise<void> {
	const database = await dashboardDatabase();
	await database
		.updateTable("bulk_edit_tokens")
		.set({ state: "left" })
		.where("edit_id", "=", editId)
		.where("state", "=", "planned")
		.execute();
}

const ISO_LENGTH = new Date(0).toISOString().length;

function newClaim(now: Date): string {
	return `${now.toISOString()} ${randomBytes(8).toString("hex")}`;
}
