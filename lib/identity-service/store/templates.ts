import type { IdentityServiceDatabase, TemplateRow } from "./schema";

export async function findTemplate(database: IdentityServiceDatabase, id: string): Promise<TemplateRow | null> {
	const row = await database.selectFrom("templates").selectAll().where("id", "=", id).executeTakeFirst();
	return row ?? null;
}

/** Newest first, after the last template of the previous page; the index finds every page equally fast. */
export function listTemplates(
	database: IdentityServiceDatabase,
	after: { createdAt: string; id: string } | null,
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

export async function templateNameExists(database: IdentityServiceDatabase, nameKey: string): Promise<boolean> {
	const row = await database.selectFrom("templates").select("id").where("name_key", "=", nameKey).executeTakeFirst();
	return row !== undefined;
}

/** @throws the driver's unique violation when the name or the id exists */
export async function insertTemplate(database: IdentityServiceDatabase, row: TemplateRow): Promise<void> {
	await database.insertInto("templates").values(row).execute();
}

/**
 * Writes a template in place of the one that was read.
 * @returns the template as it is now; null where it has changed in between
 * @throws the driver's unique violation when another template has the name
 */
export async function replaceTemplate(
	database: IdentityServiceDatabase,
	after: TemplateRow,
	before: TemplateRow,
): Promise<TemplateRow | null> {
	const { name_key, document, updated_at } = after;
	const { numUpdatedRows } = await database
		.updateTable("templates")
		// Not the others, which never change: SQLite would write their indexes.
		.set({ name_key, document, updated_at })
		.where("id", "=", before.id)
		.where("document", "=", before.document)
		.executeTakeFirst();
	return numUpdatedRows > 0n ? after : null;
}

export async function deleteTemplate(database: IdentityServiceDatabase, id: string): Promise<void> {
	await database.deleteFrom("templates").where("id", "=", id).execute();
}
