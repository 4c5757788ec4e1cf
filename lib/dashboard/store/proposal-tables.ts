import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { texts } from "./text-columns";

/** The tables of proposed changes of templates, a part of `DashboardSchema`. */
export type ProposalSchema = {
	proposals: {
		/** Ordered by time: the checkpoint of a page. */
		id: string;
		/** See `PROPOSAL_STATES`. */
		state: string;
		/** Counts what its author has proposed under it: a decision is about one of them. */
		revision: number;
		/** The author: a user of the tenant, or who created the author's token; with the address of the sign-in then. */
		subject: string;
		author: string;
		author_email: string | null;
		/** Of a program: its token, with the name, and the key by which it finds the proposal again. */
		token_id: string | null;
		token_name: string | null;
		program_key: string | null;
		/** SHA-256 of what the program or the command proposes. */
		program_digest: string | null;
		reason: string | null;
		/** JSON: the templates, as `ProposedItem`s. */
		items: string;
		/** JSON: what a list shows of them, as a `ProposalSummary`. */
		summary: string;
		created_at: string;
		changed_at: string;
		expires_at: string;
		/** Who accepted, declined, withdrew or returned it, when, and why. */
		decided_subject: string | null;
		decided_by: string | null;
		decided_at: string | null;
		decision_reason: string | null;
		/** JSON: the result that was accepted, as `MergedItem`s. */
		approved: string | null;
		/** JSON: what became of each of them so far, as `ItemResult`s or null. */
		results: string | null;
		/** Who saves it now, and until when this counts unless it goes on. */
		lease: string | null;
		lease_until: string;
	};
	proposal_comments: {
		/** Ordered by time. */
		id: string;
		proposal_id: string;
		at: string;
		subject: string;
		person: string;
		text: string;
	};
};

export const proposals: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema
			.createTable("proposals")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("state", "text", (column) => column.notNull())
			.addColumn("revision", "integer", (column) => column.notNull())
			.$call(texts("subject", "author"))
			.addColumn("author_email", "text")
			.addColumn("token_id", "text")
			.addColumn("token_name", "text")
			.addColumn("program_key", "text")
			.addColumn("program_digest", "text")
			.addColumn("reason", "text")
			.$call(texts("items", "summary", "created_at", "changed_at", "expires_at"))
			.addColumn("decided_subject", "text")
			.addColumn("decided_by", "text")
			.addColumn("decided_at", "text")
			.addColumn("decision_reason", "text")
			.addColumn("approved", "text")
			.addColumn("results", "text")
			.addColumn("lease", "text")
			.addColumn("lease_until", "text", (column) => column.notNull().defaultTo(""))
			.execute();
		await db.schema.createIndex("proposals_state").on("proposals").columns(["state", "id"]).execute();
		await db.schema.createIndex("proposals_token_id").on("proposals").columns(["token_id", "created_at"]).execute();
		await db.schema.createIndex("proposals_subject").on("proposals").columns(["subject", "id"]).execute();
		await db.schema.createIndex("proposals_program_digest").on("proposals").column("program_digest").execute();
		await db.schema.createIndex("proposals_changed_at").on("proposals").column("changed_at").execute();
		await db.schema
			.createIndex("proposals_program_key")
			.on("proposals")
			.columns(["token_id", "program_key"])
			.unique()
			.execute();
		await db.schema
			.createTable("proposal_comments")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("proposal_id", "text", (column) => column.notNull().references("proposals.id").onDelete("cascade"))
			.$call(texts("at", "subject", "person", "text"))
			.execute();
		await db.schema
			.createIndex("proposal_comments_proposal")
			.on("proposal_comments")
			.columns(["proposal_id", "id"])
			.execute();
		await db.schema.alterTable("bulk_edits").addColumn("proposal", "text").execute();
		for (const column of ["proposal", "proposed_by"])
			await db.schema.alterTable("audit_trail").addColumn(column, "text").execute();
		for (const table of ["audit_trail", "bulk_edits"])
			await db.schema
				.alterTable(table)
				.addColumn("emergency", "integer", (column) => column.notNull().defaultTo(0))
				.execute();
		await sql`create index audit_trail_emergency on audit_trail (id) where emergency = 1`.execute(db);
		await sql`create index audit_trail_proposal on audit_trail (proposal) where proposal is not null`.execute(db);
	},
};
