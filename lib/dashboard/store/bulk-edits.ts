import "server-only";
import { randomBytes } from "node:crypto";
import type { Selectable } from "kysely";
import { inTransaction } from "@/lib/database/in-transaction";
import {
	BULK_TOKEN_STATES,
	type BulkEdit,
	type BulkEditHead,
	type BulkPlan,
	type BulkRun,
	type BulkToken,
	type BulkTokenPlan,
} from "./bulk-edit";
import { dashboardDatabase } from "./dashboard-database";
import type { BulkEditTable, BulkEditTokenTable } from "./schema";

/** A plan holds values of metadata, so it is removed with its results after this time, whatever became of it. */
export const BULK_EDIT_KEPT_HOURS = 24;

/** Keeps a plan and answers its identifier. Nothing is written to the service before it runs. */
export async function createBulkEdit(
	subject: string,
	{ user, operation }: BulkPlan,
	tokens: readonly BulkTokenPlan[],
): Promise<string> {
	const database = await dashboardDatabase();
	const id = randomBytes(16).toString("base64url");
	const plan = JSON.stringify({ user, operation });
	const rows = tokens.map(({ state, note, ...token }, position) => ({
		...{ edit_id: id, position, state, claim: null },
		token: JSON.stringify(token),
		note: JSON.stringify(note),
	}));
	await inTransaction(database, async (transaction) => {
		const created_at = new Date().toISOString();
		await transaction.insertInto("bulk_edits").values({ id, subject, created_at, run: "preview", plan }).execute();
		await transaction.insertInto("bulk_edit_tokens").values(rows).execute();
	});
	return id;
}

/** An admin's own bulk edit without its tokens; null where it is another's, too old, or was never there. */
export async function findBulkEditHead(subject: string, id: string): Promise<BulkEditHead | null> {
	const database = await dashboardDatabase();
	const edit = await database
		.selectFrom("bulk_edits")
		.selectAll()
		.where("id", "=", id)
		.where("subject", "=", subject)
		.where("created_at", ">=", oldestKept())
		.executeTakeFirst();
	return edit ? headOf(edit) : null;
}

/** The same with all its tokens. */
export async function findBulkEdit(subject: string, id: string): Promise<BulkEdit | null> {
	const head = await findBulkEditHead(subject, id);
	if (!head) return null;
	const database = await dashboardDatabase();
	const tokens = await database
		.selectFrom("bulk_edit_tokens")
		.selectAll()
		.where("edit_id", "=", id)
		.orderBy("position")
		.execute();
	return { ...head, tokens: tokens.map(bulkTokenOf) };
}

export type UnfinishedBulkEdit = BulkEditHead & { left: number };

/** An admin's bulk edits that were begun and not brought to an end, the newest first. */
export async function listUnfinishedBulkEdits(subject: string): Promise<UnfinishedBulkEdit[]> {
	const database = await dashboardDatabase();
	const rows = await database
		.selectFrom("bulk_edits")
		.innerJoin("bulk_edit_tokens", "edit_id", "id")
		.select(["id", "subject", "created_at", "run", "plan"])
		.select(({ fn }) => fn.countAll().as("open"))
		.where("subject", "=", subject)
		.where("created_at", ">=", oldestKept())
		.where("run", "!=", "preview")
		.where("state", "in", ["planned", "writing"])
		.groupBy(["id", "subject", "created_at", "run", "plan"])
		.orderBy("created_at", "desc")
		.execute();
	return rows.map(({ open, ...edit }) => ({ ...headOf(edit), left: Number(open) }));
}

/** Whether a bulk edit runs and has tokens that have not come to an end. */
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

/** Lets the tokens of a bulk edit be claimed, or not any more. */
export async function setBulkRun(id: string, run: BulkRun): Promise<void> {
	const database = await dashboardDatabase();
	await database.updateTable("bulk_edits").set({ run }).where("id", "=", id).execute();
}

function oldestKept(): string {
	return new Date(Date.now() - BULK_EDIT_KEPT_HOURS * 3600 * 1000).toISOString();
}

function headOf({ id, created_at, run, plan }: Selectable<BulkEditTable>): BulkEditHead {
	const { user, operation } = JSON.parse(plan) as BulkPlan;
	return { id, createdAt: created_at, run: run === "preview" || run === "running" ? run : "stopped", user, operation };
}

/** A token as its row holds it. */
export function bulkTokenOf({ position, token, state, note }: Selectable<BulkEditTokenTable>): BulkToken {
	const { id, application, device, baseline } = JSON.parse(token) as BulkTokenPlan;
	const known = BULK_TOKEN_STATES.find((one) => one === state) ?? "unconfirmed";
	return { position, id, application, device, baseline, state: known, note: JSON.parse(note) };
}
