import "server-only";
import { randomBytes } from "node:crypto";
import type { Insertable, Kysely } from "kysely";
import { inTransaction } from "@/lib/database/in-transaction";
import { processWide } from "@/lib/process/process-wide";
import { namesRequested, type TemplateSnapshot } from "../templates/history/snapshot";
import type { DashboardSchema } from "./schema";
import { currentTenant, isNewest, TEMPLATE_VERSIONS_MAX, type TemplateVersion } from "./template-versions";

type Database = Kysely<DashboardSchema>;
type Row = Insertable<DashboardSchema["template_versions"]>;

export type NewVersion = Omit<TemplateVersion, "id" | "templateId" | "position" | "againId">;

/** Adds the first versions of templates; those that have one by now keep it. */
export async function addFirstVersions(
	database: Database,
	versions: readonly (NewVersion & { templateId: string })[],
): Promise<void> {
	if (versions.length === 0) return;
	const rows = versions.map(({ templateId, ...version }) => rowOf(templateId, 1, version));
	await database
		.insertInto("template_versions")
		.values(rows)
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

/** `addVersionIn` as a transaction of its own. */
export function addVersion(
	database: Database,
	templateId: string,
	last: TemplateVersion | null,
	version: NewVersion,
): Promise<boolean> {
	return inTransaction(database, (transaction) => addVersionIn(transaction, templateId, last, version));
}

/**
 * Adds the version after `last`, in a transaction.
 * @param last null: there is none yet
 * @returns false where another version was added since `last` was read: nothing is added then
 */
export async function addVersionIn(
	transaction: Database,
	templateId: string,
	last: TemplateVersion | null,
	version: NewVersion,
): Promise<boolean> {
	const at = last && last.at > version.at ? last.at : version.at;
	const position = (last?.position ?? 0) + 1;
	if (last) {
		const replaced = await transaction
			.updateTable("template_versions")
			.set({ is_newest: 0 })
			.where("template_id", "=", templateId)
			.where("position", "=", last.position)
			.where(isNewest)
			.executeTakeFirst();
		if (replaced.numUpdatedRows !== 1n) return false;
		await transaction
			.deleteFrom("template_versions")
			.where("template_id", "=", templateId)
			.where("position", "<=", position - TEMPLATE_VERSIONS_MAX)
			.execute();
	}
	const added = await transaction
		.insertInto("template_versions")
		.values(rowOf(templateId, position, { ...version, at }))
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirst();
	return added.numInsertedOrUpdatedRows === 1n;
}

/** Replaces what is known of the same state. It is compared with the day before again: what it requests may be known now. */
export async function completeVersion(database: Database, id: string, content: TemplateSnapshot): Promise<void> {
	await database
		.updateTable("template_versions")
		.set({ ...columnsOf(content), is_compared: 0 })
		.where("id", "=", id)
		.execute();
}

/** Notes which template was made of one that is gone. */
export async function setMadeAgain(database: Database, goneId: string, againId: string): Promise<void> {
	await database
		.updateTable("template_versions")
		.set({ again_id: againId })
		.where("template_id", "=", goneId)
		.where(isNewest)
		.where("is_gone", "=", 1)
		.execute();
}

export async function removeVersion(database: Database, id: string): Promise<void> {
	await database.deleteFrom("template_versions").where("id", "=", id).execute();
}

const addedHere = processWide("template-versions-added", () => new Set<string>());
const ADDED_MAX = 1_000;

/** Whether this process added a version lately: its time is by this process's clock. */
export function isAddedHere(id: string): boolean {
	return addedHere.get().has(id);
}

function noteAddedHere(id: string): void {
	const ids = addedHere.get();
	ids.add(id);
	const [oldest] = ids.size > ADDED_MAX ? ids : [];
	if (oldest !== undefined) ids.delete(oldest);
}

function rowOf(templateId: string, position: number, version: NewVersion): Row {
	const { origin, isGone, fromAt, at, author, content } = version;
	const id = `${at}-${String(position).padStart(8, "0")}-${randomBytes(4).toString("hex")}`;
	noteAddedHere(id);
	return {
		id,
		tenant: currentTenant(),
		template_id: templateId,
		position,
		is_newest: 1,
		is_gone: isGone ? 1 : 0,
		origin,
		from_at: fromAt,
		at,
		audit_id: author?.auditId ?? null,
		subject: author?.subject ?? null,
		person: author?.person ?? null,
		again_id: null,
		...columnsOf(content),
	};
}

function columnsOf(content: TemplateSnapshot) {
	return { content: JSON.stringify(content), requested: JSON.stringify(namesRequested(content)) };
}
