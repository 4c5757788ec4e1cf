import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * A version of a template that exists, which the log stream has yet to compare with the day before. Literal, so that both
 * engines find the index.
 */
export const isToCompare = sql<boolean>`is_compared = 0 and is_gone = 0 and origin <> 'seen'`;

const COMPARED_MS = 7 * 24 * 3_600_000;

/** What versions request, and which ones the log stream has compared: as far as is known all but those of the last days. */
export const comparedVersions: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema.alterTable("template_versions").addColumn("requested", "text").execute();
		await db.schema
			.alterTable("template_versions")
			.addColumn("is_compared", "integer", (column) => column.notNull().defaultTo(0))
			.execute();
		await (db as Kysely<{ template_versions: { at: string; is_compared: number } }>)
			.updateTable("template_versions")
			.set({ is_compared: 1 })
			.where("at", "<", new Date(Date.now() - COMPARED_MS).toISOString())
			.execute();
		await db.schema
			.createIndex("template_versions_to_compare")
			.on("template_versions")
			.columns(["tenant", "id"])
			.where(isToCompare)
			.execute();
	},
};
