import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The table holds connections as well as clients. */
export const seeds: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema.alterTable("deleted_sample_clients").renameTo("deleted_seeds").execute();
	},
};
