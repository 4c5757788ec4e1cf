import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** The table of the console's own tokens, a part of `DashboardSchema`. */
export type ConsoleTokenSchema = {
	console_tokens: {
		id: string;
		name: string;
		/** SHA-256 of the token. */
		hash: string;
		/** What it opens: `feed` the Atom feed alone, as those of older versions; `read` all that is read with tokens, `propose` proposals alone. */
		rights: string;
		created_at: string;
		/** Where it was revoked, that time: those that ended are listed as long as the audit trail names them. */
		expires_at: string;
		revoked_at: string | null;
		last_used_at: string | null;
		/** Subject of the editor who created it; null where an older version wrote the row and the trail no longer says who. */
		made_by: string | null;
		/** Of that editor at the time. */
		maker_name: string | null;
		/** As the editor's last sign-in said: a real tenant's admins are named by settings, in part by verified e-mail address. */
		maker_email: string | null;
		maker_email_verified: number;
		/** 1: it works also when that editor no longer is one. */
		stays: number;
	};
};

const YEAR_MS = 365 * 24 * 3_600_000;

/**
 * The tokens of the feed become tokens of the console: they open what they did and stay as they did, for another year. And
 * the rows of the audit trail get the numbers by which it is read with a token; those that were settled before have them in
 * the order of time.
 */
export const consoleTokens: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema.alterTable("feed_tokens").renameTo("console_tokens").execute();
		const end = sql.lit(new Date(Date.now() + YEAR_MS).toISOString());
		for (const [column, value] of [
			["rights", sql.lit("feed")],
			["expires_at", end],
		] as const) {
			await db.schema
				.alterTable("console_tokens")
				.addColumn(column, "text", (built) => built.notNull().defaultTo(value))
				.execute();
		}
		for (const column of ["revoked_at", "maker_name", "maker_email"])
			await db.schema.alterTable("console_tokens").addColumn(column, "text").execute();
		for (const [column, value] of [
			["maker_email_verified", 0],
			["stays", 1],
		] as const) {
			await db.schema
				.alterTable("console_tokens")
				.addColumn(column, "integer", (built) => built.notNull().defaultTo(value))
				.execute();
		}
		await db.schema.createIndex("console_tokens_expires_at").on("console_tokens").column("expires_at").execute();
		await numberTrail(db);
	},
};

async function numberTrail(db: Kysely<unknown>): Promise<void> {
	await db.schema.alterTable("audit_trail").addColumn("line", "integer").execute();
	await sql`
		update audit_trail set line = numbered.line
		from (select id, row_number() over (order by id) as line from audit_trail where collected = outcome) as numbered
		where numbered.id = audit_trail.id`.execute(db);
	await db.schema.createIndex("audit_trail_line").on("audit_trail").column("line").unique().execute();
	const { rows } = await sql<{ last: number | null }>`select max(line) as last from audit_trail`.execute(db);
	await (db as Kysely<{ log_sequence: { id: string; last: number } }>)
		.insertInto("log_sequence")
		.values([
			{ id: "lines", last: rows[0]?.last ?? 0 },
			{ id: "removed lines", last: 0 },
		])
		.execute();
}
