import { type Generated, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { texts } from "./text-columns";

/** The tables of the log stream, a part of `DashboardSchema`. */
export type LogStreamSchema = {
	/**
	 * The numbers of the newest event of the log stream (`events`), whose row also puts those who add events in an order, of
	 * the newest line of the audit trail (`lines`), and of the last one that was removed by age (`removed lines`).
	 */
	log_sequence: {
		id: string;
		last: number;
	};
	/** The events of the log stream in their order. They are kept as long as the audit trail. */
	log_events: {
		/** Without gaps until old ones are removed: the cursor of a webhook and of a page of the feed. */
		sequence: number;
		/** The same for all deliveries of the event. */
		id: string;
		/** When it was recorded. */
		at: string;
		type: string;
		/** JSON: `LogEvent`, as it is signed and sent. */
		body: string;
	};
	webhooks: {
		id: string;
		name: string;
		url: string;
		/** JSON: the kinds of events that are sent. */
		kinds: string;
		/** Encrypted (compact JWE); null where it can't be decrypted any more. */
		secret: string | null;
		/** Of a rotation: signs as well until it is removed. */
		old_secret: string | null;
		created_at: string;
		/** `active`, or why it is paused: `paused` by an admin, `gone`, `failing` or `no-secret`. */
		state: string;
		/** The number of the last event that was accepted, or is not of its kinds. */
		cursor: number;
		/** How often the event after the cursor was sent: counted before it is sent. */
		attempts: number;
		/** How many of them failed one after the other, since it was resumed: the pause before the next depends on it. */
		failures: Generated<number>;
		/** Not before then. */
		next_at: string;
		failing_since: string | null;
		/** How the last attempt ended. */
		last_result: string | null;
		/** Random: of the process that sends at the moment; its result counts only while it is here. */
		lease: string | null;
		lease_until: string;
		/** Subject of the admin who added it; null where an older version wrote the row and the trail no longer says who. */
		made_by: string | null;
	};
	/** An attempt to deliver an event, without anything of the receiver's response but its status. */
	webhook_deliveries: {
		/** Ordered by time. */
		id: string;
		webhook_id: string;
		at: string;
		event_id: string;
		type: string;
		/** The event in words. */
		summary: string;
		/** From 1. */
		attempt: number;
		/** Null where no response was received; `failure` has the reason. */
		status: number | null;
		failure: string | null;
		milliseconds: number;
		/** JSON: the headers that were sent, by their names; none where nothing was. Null in the rows of an older version. */
		request_headers: string | null;
		/** As it was signed and sent. */
		request_body: string | null;
	};
};

/** Events of the log stream and where they are sent. What was written before is not part of the stream. */
export const logStream: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema
			.alterTable("audit_trail")
			.addColumn("collected", "text", (column) => column.notNull().defaultTo(""))
			.execute();
		const store = db as Kysely<{
			audit_trail: { outcome: string; collected: string };
			log_sequence: { id: string; last: number };
		}>;
		await store
			.updateTable("audit_trail")
			.set(({ ref }) => ({ collected: ref("outcome") }))
			.execute();
		await db.schema
			.createIndex("audit_trail_not_collected")
			.on("audit_trail")
			.column("id")
			.where(sql.ref("collected"), "<>", sql.ref("outcome"))
			.execute();
		await db.schema
			.createTable("log_sequence")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("last", "integer", (column) => column.notNull())
			.execute();
		await store.insertInto("log_sequence").values({ id: "events", last: 0 }).execute();
		await db.schema
			.createTable("log_events")
			.addColumn("sequence", "integer", (column) => column.primaryKey())
			.addColumn("id", "text", (column) => column.notNull().unique())
			.$call(texts("at", "type", "body"))
			.execute();
		await db.schema.createIndex("log_events_at").on("log_events").column("at").execute();
		await db.schema
			.createTable("webhooks")
			.addColumn("id", "text", (column) => column.primaryKey())
			.$call(texts("name", "url", "kinds"))
			.addColumn("secret", "text")
			.addColumn("old_secret", "text")
			.$call(texts("created_at", "state"))
			.addColumn("cursor", "integer", (column) => column.notNull())
			.addColumn("attempts", "integer", (column) => column.notNull())
			.addColumn("next_at", "text", (column) => column.notNull())
			.addColumn("failing_since", "text")
			.addColumn("last_result", "text")
			.addColumn("lease", "text")
			.addColumn("lease_until", "text", (column) => column.notNull())
			.execute();
		await db.schema
			.createTable("webhook_deliveries")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("webhook_id", "text", (column) => column.notNull().references("webhooks.id").onDelete("cascade"))
			.$call(texts("at", "event_id", "type", "summary"))
			.addColumn("attempt", "integer", (column) => column.notNull())
			.addColumn("status", "integer")
			.addColumn("failure", "text")
			.addColumn("milliseconds", "integer", (column) => column.notNull())
			.execute();
		await db.schema
			.createIndex("webhook_deliveries_webhook")
			.on("webhook_deliveries")
			.columns(["webhook_id", "id"])
			.execute();
		await db.schema.createIndex("webhook_deliveries_at").on("webhook_deliveries").column("at").execute();
		await db.schema
			.createTable("feed_tokens")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("name", "text", (column) => column.notNull())
			.addColumn("hash", "text", (column) => column.notNull().unique())
			.addColumn("created_at", "text", (column) => column.notNull())
			.addColumn("last_used_at", "text")
			.execute();
	},
};

/** Who added a webhook or a token of the feed; the audit trail, which is not kept as long, said so until now. */
export const logStreamMakers: Migration = {
	async up(db: Kysely<unknown>) {
		for (const [table, operation] of [
			["webhooks", "add_webhook"],
			["feed_tokens", "add_feed_token"],
		] as const) {
			await db.schema.alterTable(table).addColumn("made_by", "text").execute();
			const added = sql`target = ${sql.ref(`${table}.id`)} and operation = ${operation} and outcome = 'done'`;
			await sql`update ${sql.table(table)} set made_by = (select max(subject) from audit_trail where ${added})`.execute(
				db,
			);
		}
	},
};

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

/** Failed attempts apart from all attempts: a receiver counts the ones, the pauses follow the others. */
export const webhookFailures: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema
			.alterTable("webhooks")
			.addColumn("failures", "integer", (column) => column.notNull().defaultTo(0))
			.execute();
		await (db as Kysely<{ webhooks: { attempts: number; failures: number } }>)
			.updateTable("webhooks")
			.set(({ ref }) => ({ failures: ref("attempts") }))
			.execute();
	},
};

/** What was sent. */
export const deliveryContents: Migration = {
	async up(db: Kysely<unknown>) {
		for (const column of ["request_headers", "request_body"])
			await db.schema.alterTable("webhook_deliveries").addColumn(column, "text").execute();
	},
};

/** How deliveries ended, day by day, without a read of what was sent. */
export const deliveryDays: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema
			.createIndex("webhook_deliveries_days")
			.on("webhook_deliveries")
			.columns(["webhook_id", "at", "attempt", "status"])
			.execute();
	},
};
