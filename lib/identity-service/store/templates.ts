import type { Kysely, Selectable } from "kysely";
import type { IdentityServiceSchema, TemplateTable } from "./schema";

type Database = Kysely<IdentityServiceSchema>;
export type TemplateRow = Selectable<TemplateTable>;

/** Where a page ended: the last template's creation time and id. */
export type TemplatePosition = { createdAt: string; id: string };

export async function findTemplate(database: Database, id: string): Promise<TemplateRow | null> {
	const row = await database.selectFrom("templates").selectAll().where("id", "=", id).executeTakeFirst();
	return row ?? null;
}

/** Newest first, from behind `after`; the index answers any page alike. */
export function listTemplates(
	database: Database,
	after: TemplatePosition | null,
	limit: number,
): Promise<TemplateRow[]> {
	let query = database.selectFrom("templates").selectAll();
	if (after) {
		query = query.where(({ eb, refTuple, tuple }) =>
			eb(refTuple("created_at", "id"), "<", tuple(after.createdAt, after.id)),
		);
	}
	return query.orderBy("created_at", "desc").orderBy("id", "desc").limit(limit).execute();
}

export async function templateNameExists(database: Database, nameKey: string): Promise<boolean> {
	const row = await database.selectFrom("templates").select("id").where("name_key", "=", nameKey).executeTakeFirst();
	return row !== undefined;
}

/** @throws the driver's unique violation when the name or the id exists */
export async function insertTemplate(database: Database, row: TemplateRow): Promise<void> {
	await database.insertInto("templates").values(row).execute();
}

/**
 * Replaces a template if its document is still `before`.
 * @returns whether it was
 * @throws the driver's unique violation when another template has the name
 */
export async function replaceTemplate(database: Database, row: TemplateRow, before: string): Promise<boolean> {
	const { id, name_key, document, updated_at } = row;
	const result = await database
		.updateTable("templates")
		.set({ name_key, document, updated_at })
		.where("id", "=", id)
		.where("document", "=", before)
		.executeTakeFirst();
	return result.numUpdatedRows > 0n;
}

export async function deleteTemplate(database: Database, id: string): Promise<void> {
	await database.deleteFrom("templates").where("id", "=", id).execute();
}
