import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

type OldValues = {
	oidc_artifacts: { model: string; consumed_at: number | null; generation: number; exchanged: number };
};

/**
 * The values of a refresh token get generations, and indexes by which old values and expired tokens are found. Of the
 * values of the release before, unused ones succeed used ones.
 */
export const families: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema
			.alterTable("oidc_artifacts")
			.addColumn("generation", "integer", (column) => column.notNull().defaultTo(0))
			.execute();
		await db.schema
			.alterTable("oidc_artifacts")
			.addColumn("exchanged", "integer", (column) => column.notNull().defaultTo(0))
			.execute();
		const values = (db as Kysely<OldValues>).updateTable("oidc_artifacts");
		await values
			.set({ exchanged: 1 })
			.where("model", "=", "RefreshToken")
			.where("consumed_at", "is not", null)
			.execute();
		await values.set({ generation: 1 }).where("model", "=", "RefreshToken").where("consumed_at", "is", null).execute();
		await db.schema.dropIndex("oidc_artifacts_refresh_token_id").execute();
		await db.schema
			.createIndex("oidc_artifacts_refresh_token_values")
			.on("oidc_artifacts")
			.columns(["refresh_token_id", "consumed_at", "generation"])
			.execute();
		await db.schema
			.createIndex("refresh_tokens_idle_expires_at")
			.on("refresh_tokens")
			.column("idle_expires_at")
			.execute();
	},
};
