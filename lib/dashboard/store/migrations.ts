import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { consoleTokens } from "./console-token-tables";
import {
	comparedVersions,
	deliveryContents,
	deliveryDays,
	logStream,
	logStreamMakers,
	webhookFailures,
} from "./log-stream-tables";
import { proposals } from "./proposal-tables";
import { texts } from "./text-columns";

const initial: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema
			.createTable("sessions")
			.addColumn("id_hash", "text", (column) => column.primaryKey())
			.$call(texts("subject", "name"))
			.addColumn("email", "text")
			.addColumn("email_verified", "integer", (column) => column.notNull())
			.addColumn("id_token", "text")
			.$call(texts("created_at", "last_seen_at", "expires_at"))
			.execute();
		await db.schema.createIndex("sessions_subject").on("sessions").column("subject").execute();
		await db.schema.createIndex("sessions_expires_at").on("sessions").column("expires_at").execute();
	},
};

const observability: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema.alterTable("sessions").addColumn("user_agent", "text").execute();
		await db.schema
			.createTable("audit_trail")
			.addColumn("id", "text", (column) => column.primaryKey())
			.$call(texts("at", "subject", "person", "operation", "target", "changes"))
			.addColumn("digest_before", "text")
			.addColumn("digest_after", "text")
			.addColumn("outcome", "text", (column) => column.notNull())
			.addColumn("status", "integer")
			.addColumn("reference", "text", (column) => column.notNull())
			.execute();
		await db.schema.createIndex("audit_trail_target").on("audit_trail").columns(["target", "id"]).execute();
		await db.schema
			.createTable("exchanges")
			.addColumn("id", "text", (column) => column.primaryKey())
			.$call(texts("at", "subject", "reference"))
			.addColumn("request_id", "text")
			.$call(texts("operation", "method", "url"))
			.addColumn("status", "integer")
			.addColumn("failure", "text")
			.addColumn("milliseconds", "integer", (column) => column.notNull())
			.addColumn("request_headers", "text", (column) => column.notNull())
			.addColumn("request_body", "text")
			.addColumn("response_headers", "text", (column) => column.notNull())
			.addColumn("response_body", "text")
			.execute();
		await db.schema.createIndex("exchanges_subject").on("exchanges").columns(["subject", "id"]).execute();
	},
};

const openedRefreshTokens: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema
			.createTable("opened_refresh_tokens")
			.$call(texts("subject", "token_id", "opened_at"))
			.addPrimaryKeyConstraint("opened_refresh_tokens_key", ["subject", "token_id"])
			.execute();
	},
};

const openedRefreshTokenLabels: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema.alterTable("opened_refresh_tokens").addColumn("user_label", "text").execute();
		await db.schema.alterTable("opened_refresh_tokens").addColumn("application", "text").execute();
	},
};

const bulkEdits: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema
			.createTable("bulk_edits")
			.addColumn("id", "text", (column) => column.primaryKey())
			.$call(texts("subject", "created_at", "run", "plan"))
			.execute();
		await db.schema.createIndex("bulk_edits_subject").on("bulk_edits").column("subject").execute();
		await db.schema
			.createTable("bulk_edit_tokens")
			.addColumn("edit_id", "text", (column) => column.notNull().references("bulk_edits.id").onDelete("cascade"))
			.addColumn("position", "integer", (column) => column.notNull())
			.$call(texts("token", "state"))
			.addColumn("claim", "text")
			.addColumn("note", "text", (column) => column.notNull())
			.addPrimaryKeyConstraint("bulk_edit_tokens_key", ["edit_id", "position"])
			.execute();
	},
};

const unconfirmedCreates: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema
			.createTable("unconfirmed_creates")
			.addColumn("digest", "text", (column) => column.primaryKey())
			.addColumn("until", "text", (column) => column.notNull())
			.execute();
	},
};

const flashMessages: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema
			.createTable("flash_messages")
			.addColumn("id", "text", (column) => column.primaryKey())
			.$call(texts("path", "message", "until"))
			.execute();
	},
};

const keptSecrets: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema
			.createTable("kept_secrets")
			.addColumn("name", "text", (column) => column.primaryKey())
			.addColumn("sealed", "text", (column) => column.notNull())
			.execute();
	},
};

/** Indexes by time, to remove rows, and by state, to claim them. */
const timesAndStates: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema.createIndex("audit_trail_at").on("audit_trail").column("at").execute();
		await db.schema.createIndex("exchanges_at").on("exchanges").column("at").execute();
		await db.schema.createIndex("flash_messages_until").on("flash_messages").column("until").execute();
		await db.schema.createIndex("unconfirmed_creates_until").on("unconfirmed_creates").column("until").execute();
		await db.schema.createIndex("bulk_edits_created_at").on("bulk_edits").column("created_at").execute();
		await db.schema
			.createIndex("bulk_edit_tokens_state")
			.on("bulk_edit_tokens")
			.columns(["edit_id", "state", "claim", "position"])
			.execute();
	},
};

/** The overview's data about the connection and opened tokens. */
const connectionChecks: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema
			.createTable("connection_checks")
			.addColumn("tenant", "text", (column) => column.primaryKey())
			.addColumn("checked_at", "text", (column) => column.notNull())
			.addColumn("works_since", "text")
			.addColumn("failed_steps", "text", (column) => column.notNull())
			.addColumn("granted_scopes", "text")
			.execute();
		await db.schema.alterTable("opened_refresh_tokens").addColumn("flags", "text").execute();
	},
};

/** Creates of applications that were sent, so that a form that is sent twice creates one. */
const applicationCreates: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema
			.createTable("application_creates")
			.addColumn("digest", "text", (column) => column.primaryKey())
			.addColumn("client_id", "text")
			.$call(texts("claimed_at", "until"))
			.execute();
		await db.schema.createIndex("application_creates_until").on("application_creates").column("until").execute();
		await db.schema
			.createIndex("application_creates_client_id")
			.on("application_creates")
			.column("client_id")
			.execute();
	},
};

/** Sign-ins that were begun to inspect their responses. */
const signInTests: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema
			.createTable("sign_in_tests")
			.addColumn("id", "text", (column) => column.primaryKey())
			.$call(texts("subject", "client_id", "protocol"))
			.addColumn("request_id", "text")
			.addColumn("pickup", "text")
			.addColumn("answer", "text")
			.addColumn("until", "text", (column) => column.notNull())
			.execute();
		await db.schema.createIndex("sign_in_tests_until").on("sign_in_tests").column("until").execute();
		await db.schema.createIndex("sign_in_tests_subject").on("sign_in_tests").column("subject").execute();
		await db.schema.createIndex("sign_in_tests_pickup").on("sign_in_tests").column("pickup").unique().execute();
	},
};

/** Requests that wait for a wallet's response. */
const walletRequests: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema
			.createTable("wallet_requests")
			.addColumn("id", "text", (column) => column.primaryKey())
			.$call(texts("session_hash", "template_id", "origin", "nonce", "encryption_info", "reader_key", "asked"))
			.addColumn("certificate_authority", "text")
			.addColumn("until", "text", (column) => column.notNull())
			.execute();
		await db.schema.createIndex("wallet_requests_until").on("wallet_requests").column("until").execute();
		await db.schema.createIndex("wallet_requests_session").on("wallet_requests").column("session_hash").execute();
	},
};

/** The names of targets and admins of writes, and old and new values of harmless parts. */
const auditNames: Migration = {
	async up(db: Kysely<unknown>) {
		for (const column of ["name", "person_name", "kept_values"])
			await db.schema.alterTable("audit_trail").addColumn(column, "text").execute();
		await db.schema.createIndex("audit_trail_operation").on("audit_trail").columns(["operation", "id"]).execute();
		// Deletions have the name among the changes: "-name Shop".
		const trail = db as Kysely<{
			audit_trail: { id: string; operation: string; changes: string; name: string | null };
		}>;
		const gone = await trail
			.selectFrom("audit_trail")
			.select(["id", "changes"])
			.where("operation", "in", ["delete_clients_by_id", "delete_connections_by_id"])
			.execute();
		for (const { id, changes } of gone) {
			const [text = ""] = JSON.parse(changes) as string[];
			if (!text.startsWith("-name ")) continue;
			const name = text.slice("-name ".length);
			await trail.updateTable("audit_trail").set({ name }).where("id", "=", id).execute();
		}
	},
};

/** Why templates ask. */
const templatePurposes: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema
			.createTable("template_purposes")
			.addColumn("template_id", "text", (column) => column.primaryKey())
			.$call(texts("purpose", "legal_basis", "retention", "privacy_notice", "preset"))
			.execute();
	},
};

/** Past states of templates, and own writes to them that are not settled. */
const templateVersions: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema
			.createTable("template_versions")
			.addColumn("id", "text", (column) => column.primaryKey())
			.$call(texts("tenant", "template_id"))
			.addColumn("position", "integer", (column) => column.notNull())
			.addColumn("is_newest", "integer", (column) => column.notNull())
			.addColumn("is_gone", "integer", (column) => column.notNull())
			.$call(texts("origin", "from_at", "at"))
			.addColumn("audit_id", "text")
			.addColumn("subject", "text")
			.addColumn("person", "text")
			.addColumn("content", "text", (column) => column.notNull())
			.addColumn("again_id", "text")
			.execute();
		await db.schema
			.createIndex("template_versions_position")
			.on("template_versions")
			.columns(["template_id", "position"])
			.unique()
			.execute();
		await db.schema
			.createIndex("template_versions_newest")
			.on("template_versions")
			.columns(["is_newest", "is_gone", "at"])
			.execute();
		await db.schema.createIndex("template_versions_at").on("template_versions").column("at").execute();
		await db.schema
			.createTable("template_writes")
			.addColumn("audit_id", "text", (column) => column.primaryKey())
			.$call(texts("template_id", "name", "at", "subject", "person"))
			.addColumn("content", "text")
			.execute();
		await db.schema.createIndex("template_writes_template_id").on("template_writes").column("template_id").execute();
		await db.schema.createIndex("template_writes_at").on("template_writes").column("at").execute();
	},
};

/** How many names a row of the trail does not keep. */
const boundedChanges: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema
			.alterTable("audit_trail")
			.addColumn("more_changes", "integer", (column) => column.notNull().defaultTo(0))
			.execute();
	},
};

/** The whole resource of an item, which may be large, apart from what a list of all items needs. */
const wholeItems: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema.alterTable("bulk_edit_tokens").addColumn("whole", "text").execute();
	},
};

/** Whom a write concerns. Rows of older versions keep what they have. */
const auditUsers: Migration = {
	async up(db: Kysely<unknown>) {
		for (const column of ["user_id", "user_label"])
			await db.schema.alterTable("audit_trail").addColumn(column, "text").execute();
		await db.schema
			.createIndex("audit_trail_user")
			.on("audit_trail")
			.columns(["user_id", "id"])
			.where(sql.ref("user_id"), "is not", null)
			.execute();
	},
};

/** Of a test of an identity provider: beginning another one may find another application. */
const testApplications: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema.alterTable("sign_in_tests").addColumn("application", "text").execute();
	},
};

/** Why an admin acted. */
const auditReasons: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema.alterTable("audit_trail").addColumn("reason", "text").execute();
	},
};

/** Why a bulk edit was begun: all that it writes has it. */
const bulkReasons: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema.alterTable("bulk_edits").addColumn("reason", "text").execute();
	},
};

/** What the last sign-in of a user said of the claim that gives roles. */
const claimedRoles: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema
			.createTable("claimed_roles")
			.addColumn("subject", "text", (column) => column.primaryKey())
			.addColumn("claim", "text", (column) => column.notNull())
			.addColumn("claimed", "text", (column) => column.notNull())
			.addColumn("signed_in_at", "text", (column) => column.notNull())
			.execute();
		await db.schema.createIndex("claimed_roles_signed_in_at").on("claimed_roles").column("signed_in_at").execute();
	},
};

/** In the order of their names; a published one never changes. */
export const migrations: Record<string, Migration> = {
	"2026-11-21-initial": initial,
	"2026-11-22-observability": observability,
	"2026-11-23-opened-refresh-tokens": openedRefreshTokens,
	"2026-11-24-opened-refresh-token-labels": openedRefreshTokenLabels,
	"2026-11-25-bulk-edits": bulkEdits,
	"2026-11-26-unconfirmed-creates": unconfirmedCreates,
	"2026-11-27-flash-messages": flashMessages,
	"2026-11-30-kept-secrets": keptSecrets,
	"2026-12-01-times-and-states": timesAndStates,
	"2026-12-02-connection-checks": connectionChecks,
	"2026-12-03-application-creates": applicationCreates,
	"2026-12-04-sign-in-tests": signInTests,
	"2026-12-05-wallet-requests": walletRequests,
	"2026-12-06-audit-names": auditNames,
	"2026-12-07-template-purposes": templatePurposes,
	"2026-12-08-template-versions": templateVersions,
	"2026-12-09-log-stream": logStream,
	"2026-12-10-log-stream-makers": logStreamMakers,
	"2026-12-11-compared-versions": comparedVersions,
	"2026-12-12-bounded-changes": boundedChanges,
	"2026-12-13-whole-items": wholeItems,
	"2026-12-26-audit-users": auditUsers,
	"2026-12-26-webhook-failures": webhookFailures,
	"2026-12-27-delivery-contents": deliveryContents,
	"2026-12-28-test-applications": testApplications,
	"2026-12-29-delivery-days": deliveryDays,
	"2026-12-30-audit-reasons": auditReasons,
	"2026-12-30-bulk-reasons": bulkReasons,
	"2026-12-31-claimed-roles": claimedRoles,
	"2027-01-01-console-tokens": consoleTokens,
	"2027-01-02-proposals": proposals,
};
