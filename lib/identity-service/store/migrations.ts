import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { families } from "./families-migration";
import { grantConsole, type OldClients } from "./grant-console";
import { log } from "./log-migration";
import { rowsEnd } from "./rows-end-migration";
import { seeds } from "./seeds-migration";
import { sessions } from "./sessions-migration";
import { support } from "./support-migration";
import { userWords } from "./user-words-migration";

const initial: Migration = {
	async up(db: Kysely<unknown>) {
		// Text is compared by code points on both engines: list orders and prefix ranges depend on it.
		const text = db.getExecutor().adapter instanceof PostgresAdapter ? sql`text collate "C"` : "text";
		await db.schema
			.createTable("users")
			.addColumn("user_id", text, (column) => column.primaryKey())
			.addColumn("email", text, (column) => column.notNull())
			.addColumn("email_key", text, (column) => column.notNull().unique())
			.addColumn("email_verified", "integer", (column) => column.notNull())
			.addColumn("name", text, (column) => column.notNull())
			.addColumn("name_key", text, (column) => column.notNull())
			.addColumn("given_name", text)
			.addColumn("family_name", text)
			.addColumn("nickname", text)
			.addColumn("picture", text)
			.addColumn("password_hash", text)
			.addColumn("created_at", text, (column) => column.notNull())
			.addColumn("updated_at", text, (column) => column.notNull())
			.execute();
		await db.schema.createIndex("users_name_key").on("users").columns(["name_key", "user_id"]).execute();

		await db.schema
			.createTable("clients")
			.addColumn("client_id", text, (column) => column.primaryKey())
			.addColumn("handle", text, (column) => column.notNull().unique())
			.addColumn("name", text, (column) => column.notNull())
			.addColumn("app_type", text, (column) => column.notNull())
			.addColumn("token_endpoint_auth_method", text, (column) => column.notNull())
			.addColumn("grants", text, (column) => column.notNull())
			.addColumn("redirect_uris", text, (column) => column.notNull())
			.addColumn("logout_uris", text, (column) => column.notNull())
			.addColumn("api_grants", text, (column) => column.notNull())
			.addColumn("jwks", text)
			.addColumn("certificate_subject", text)
			.addColumn("security_profile", text)
			.addColumn("sender_constraint", text)
			.addColumn("first_party", "integer", (column) => column.notNull())
			.addColumn("global", "integer", (column) => column.notNull())
			.addColumn("rotating", "integer", (column) => column.notNull())
			.addColumn("created_at", text, (column) => column.notNull())
			.execute();
		await db.schema
			.createTable("resource_servers")
			.addColumn("identifier", text, (column) => column.primaryKey())
			.addColumn("name", text, (column) => column.notNull())
			.addColumn("scopes", text, (column) => column.notNull())
			.execute();

		await db.schema
			.createTable("templates")
			.addColumn("id", text, (column) => column.primaryKey())
			.addColumn("name_key", text, (column) => column.notNull().unique())
			.addColumn("document", text, (column) => column.notNull())
			.addColumn("created_at", text, (column) => column.notNull())
			.addColumn("updated_at", text, (column) => column.notNull())
			.execute();
		await db.schema.createIndex("templates_created_at").on("templates").columns(["created_at", "id"]).execute();

		await db.schema
			.createTable("refresh_tokens")
			.addColumn("id", text, (column) => column.primaryKey())
			.addColumn("user_id", text, (column) => column.notNull())
			.addColumn("client_id", text, (column) => column.notNull())
			.addColumn("session_id", text)
			.addColumn("grant_id", text)
			.addColumn("rotating", "integer", (column) => column.notNull())
			.addColumn("resource_servers", text, (column) => column.notNull())
			.addColumn("device", text, (column) => column.notNull())
			.addColumn("metadata", text)
			.addColumn("created_at", text, (column) => column.notNull())
			.addColumn("idle_expires_at", text)
			.addColumn("expires_at", text)
			.addColumn("last_exchanged_at", text)
			.execute();
		await db.schema.createIndex("refresh_tokens_user").on("refresh_tokens").columns(["user_id", "id"]).execute();
		await db.schema
			.createIndex("refresh_tokens_user_client")
			.on("refresh_tokens")
			.columns(["user_id", "client_id", "id"])
			.execute();
		await db.schema.createIndex("refresh_tokens_grant").on("refresh_tokens").column("grant_id").execute();

		await db.schema
			.createTable("oidc_artifacts")
			.addColumn("model", text, (column) => column.notNull())
			.addColumn("id_hash", text, (column) => column.notNull())
			.addColumn("payload", text, (column) => column.notNull())
			.addColumn("grant_id", text)
			.addColumn("uid_hash", text)
			.addColumn("user_code_hash", text)
			.addColumn("refresh_token_id", text)
			.addColumn("expires_at", "integer")
			.addColumn("consumed_at", "integer")
			.addPrimaryKeyConstraint("oidc_artifacts_pk", ["model", "id_hash"])
			.execute();
		for (const column of ["grant_id", "uid_hash", "refresh_token_id", "expires_at"]) {
			await db.schema.createIndex(`oidc_artifacts_${column}`).on("oidc_artifacts").column(column).execute();
		}

		await db.schema
			.createTable("signing_keys")
			.addColumn("kid", text, (column) => column.primaryKey())
			.addColumn("sequence", "integer", (column) => column.notNull())
			.addColumn("alg", text, (column) => column.notNull())
			.addColumn("private_jwk", text, (column) => column.notNull())
			.addColumn("created_at", text, (column) => column.notNull())
			.addColumn("active_at", text, (column) => column.notNull())
			.addUniqueConstraint("signing_keys_generation", ["sequence", "alg"])
			.execute();

		await db.schema
			.createTable("user_phones")
			.addColumn("phone_number", text, (column) => column.primaryKey())
			.addColumn("user_id", text, (column) => column.notNull())
			.execute();
		await db.schema
			.createTable("login_codes")
			.addColumn("client_id", text, (column) => column.notNull())
			.addColumn("connection", text, (column) => column.notNull())
			.addColumn("destination", text, (column) => column.notNull())
			.addColumn("code_hash", text, (column) => column.notNull())
			.addColumn("user_id", text)
			.addColumn("attempts", "integer", (column) => column.notNull())
			.addColumn("expires_at", "integer", (column) => column.notNull())
			.addPrimaryKeyConstraint("login_codes_pk", ["client_id", "connection", "destination"])
			.execute();
		await db.schema
			.createTable("outbox_messages")
			.addColumn("id", text, (column) => column.primaryKey())
			.addColumn("connection", text, (column) => column.notNull())
			.addColumn("recipient", text, (column) => column.notNull())
			.addColumn("text", text, (column) => column.notNull())
			.addColumn("created_at", text, (column) => column.notNull())
			.execute();
		await db.schema.createIndex("outbox_messages_created_at").on("outbox_messages").column("created_at").execute();
	},
};

const admins: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema.alterTable("users").addColumn("admin_role", "text").execute();
		await db.schema.alterTable("users").addColumn("password_generation", "integer").execute();
		await db.schema.createIndex("users_admin_role").on("users").column("admin_role").execute();
	},
};

const sharedLimits: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema
			.createTable("rate_buckets")
			.addColumn("caller_hash", "text", (column) => column.primaryKey())
			.addColumn("tokens", "double precision", (column) => column.notNull())
			.addColumn("filled_at", "double precision", (column) => column.notNull())
			.execute();
		await db.schema
			.createTable("login_failures")
			.addColumn("key_hash", "text", (column) => column.primaryKey())
			.addColumn("failures", "integer", (column) => column.notNull())
			.addColumn("until", "integer", (column) => column.notNull())
			.execute();
		await db.schema.createIndex("login_failures_until").on("login_failures").column("until").execute();
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

/** Granted to the console of an older version, so that its new pages of applications work. */
const APPLICATION_SCOPES = [
	"create:clients",
	"update:clients",
	"delete:clients",
	"update:client_keys",
	"read:client_grants",
	"create:client_grants",
	"delete:client_grants",
];

const applications: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema
			.alterTable("clients")
			.addColumn("settings", "text", (column) => column.notNull().defaultTo("{}"))
			.execute();
		await db.schema.alterTable("clients").addColumn("sealed_secret", "text").execute();
		await db.schema
			.alterTable("clients")
			.addColumn("revision", "integer", (column) => column.notNull().defaultTo(0))
			.execute();
		await db.schema
			.createTable("deleted_sample_clients")
			.addColumn("handle", "text", (column) => column.primaryKey())
			.execute();
		await db.schema.createIndex("refresh_tokens_client").on("refresh_tokens").column("client_id").execute();
		await db.schema.alterTable("signing_keys").addColumn("certificate", "text").execute();
		const clients = db as Kysely<OldClients>;
		await grantConsole(clients, APPLICATION_SCOPES);
		for (const [handle, settings] of Object.entries(NEW_SETTINGS)) {
			await clients
				.updateTable("clients")
				.set({ settings: JSON.stringify(settings) })
				.where("handle", "=", handle)
				.execute();
		}
	},
};

/** For clients of the sample tenant that were created before settings existed. */
const NEW_SETTINGS = {
	console_sign_in: { client_metadata: { sign_up: "off" } },
	other_console_sign_in: { client_metadata: { sign_up: "off" } },
	single_page_app: { web_origins: ["http://localhost:4100"] },
};

const signUps: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema
			.createTable("pending_sign_ups")
			.addColumn("ticket_hash", "text", (column) => column.primaryKey())
			.addColumn("browser_hash", "text")
			.addColumn("email", "text", (column) => column.notNull())
			.addColumn("email_key", "text", (column) => column.notNull())
			.addColumn("client_id", "text", (column) => column.notNull())
			.addColumn("user_id", "text", (column) => column.notNull())
			.addColumn("password_hash", "text", (column) => column.notNull())
			.addColumn("profile", "text", (column) => column.notNull())
			.addColumn("expires_at", "integer", (column) => column.notNull())
			.execute();
		await db.schema
			.createTable("password_resets")
			.addColumn("ticket_hash", "text", (column) => column.primaryKey())
			.addColumn("client_id", "text", (column) => column.notNull())
			.addColumn("user_id", "text", (column) => column.notNull())
			.addColumn("expires_at", "integer", (column) => column.notNull())
			.execute();
		await db.schema.createIndex("pending_sign_ups_email").on("pending_sign_ups").column("email_key").execute();
		await db.schema.createIndex("password_resets_user").on("password_resets").column("user_id").execute();
		for (const table of ["pending_sign_ups", "password_resets"]) {
			await db.schema.createIndex(`${table}_expires_at`).on(table).column("expires_at").execute();
		}
		await db.schema.alterTable("users").addColumn("password_chosen", "integer").execute();
		await db.schema.alterTable("users").addColumn("username", "text").execute();
		await db.schema.alterTable("users").addColumn("user_metadata", "text").execute();
	},
};

const CONNECTION_SCOPES = ["read:connections", "create:connections", "update:connections", "delete:connections"];

const USER_COLUMNS = [
	...["user_id", "email", "email_key", "email_verified", "name", "name_key", "given_name", "family_name", "nickname"],
	...["picture", "password_hash", "created_at", "updated_at", "admin_role", "password_generation", "password_chosen"],
	...["username", "user_metadata"],
];

/** An address is unique only among the tenant's own accounts. SQLite can't change a constraint, so the table is rewritten. */
const connections: Migration = {
	async up(db: Kysely<unknown>) {
		const text = db.getExecutor().adapter instanceof PostgresAdapter ? sql`text collate "C"` : "text";
		await db.schema
			.createTable("users_anew")
			.addColumn("user_id", text, (column) => column.primaryKey())
			.addColumn("connection", text)
			.addColumn("email", text)
			.addColumn("email_key", text)
			.addColumn("email_verified", "integer", (column) => column.notNull())
			.addColumn("name", text, (column) => column.notNull())
			.addColumn("name_key", text, (column) => column.notNull())
			.addColumn("given_name", text)
			.addColumn("family_name", text)
			.addColumn("nickname", text)
			.addColumn("picture", text)
			.addColumn("password_hash", text)
			.addColumn("created_at", text, (column) => column.notNull())
			.addColumn("updated_at", text, (column) => column.notNull())
			.addColumn("admin_role", "text")
			.addColumn("password_generation", "integer")
			.addColumn("password_chosen", "integer")
			.addColumn("username", "text")
			.addColumn("user_metadata", "text")
			.execute();
		const columns = sql.join(USER_COLUMNS.map((column) => sql.ref(column)));
		await sql`insert into users_anew (${columns}) select ${columns} from users`.execute(db);
		await db.schema.dropTable("users").execute();
		await db.schema.alterTable("users_anew").renameTo("users").execute();
		await db.schema.createIndex("users_name_key").on("users").columns(["name_key", "user_id"]).execute();
		await db.schema.createIndex("users_admin_role").on("users").column("admin_role").execute();
		await db.schema.createIndex("users_email_key").on("users").columns(["email_key", "user_id"]).execute();
		await db.schema.createIndex("users_connection").on("users").column("connection").execute();
		await sql`create unique index users_own_email_key on users (email_key) where connection is null`.execute(db);
		await db.schema
			.createTable("connections")
			.addColumn("id", text, (column) => column.primaryKey())
			.addColumn("name", text, (column) => column.notNull().unique())
			.addColumn("name_key", text, (column) => column.notNull().unique())
			.addColumn("strategy", "text", (column) => column.notNull())
			.addColumn("display_name", "text")
			.addColumn("show_as_button", "integer", (column) => column.notNull())
			.addColumn("enabled_clients", "text", (column) => column.notNull())
			.addColumn("options", "text", (column) => column.notNull())
			.addColumn("metadata", "text", (column) => column.notNull())
			.addColumn("origin", "text")
			.addColumn("created_at", "text", (column) => column.notNull())
			.addColumn("revision", "integer", (column) => column.notNull())
			.execute();
		await grantConsole(db as Kysely<OldClients>, CONNECTION_SCOPES);
	},
};

/** The caller that a row came from, so that the rows of each can be bounded. */
const callers: Migration = {
	async up(db: Kysely<unknown>) {
		for (const table of ["outbox_messages", "pending_sign_ups", "oidc_artifacts"]) {
			await db.schema.alterTable(table).addColumn("caller_hash", "text").execute();
		}
		await db.schema
			.alterTable("outbox_messages")
			.addColumn("has_account", "integer", (column) => column.notNull().defaultTo(1))
			.execute();
		await sql`create index oidc_artifacts_caller on oidc_artifacts (caller_hash, expires_at) where caller_hash is not null`.execute(
			db,
		);
		await db.schema.createIndex("pending_sign_ups_caller").on("pending_sign_ups").column("caller_hash").execute();
	},
};

/** In the order of their names; a published one never changes. */
export const migrations: Record<string, Migration> = {
	"2026-11-21-initial": initial,
	"2026-11-22-admins": admins,
	"2026-11-23-shared-limits": sharedLimits,
	"2026-11-30-kept-secrets": keptSecrets,
	"2026-12-01-applications": applications,
	"2026-12-02-sign-ups": signUps,
	"2026-12-07-connections": connections,
	"2026-12-08-callers": callers,
	"2026-12-14-sessions": sessions,
	"2026-12-15-support": support,
	"2026-12-18-families": families,
	"2026-12-20-rows-end": rowsEnd,
	"2026-12-24-sample": seeds,
	"2026-12-28-user-words": userWords,
	"2026-12-29-log": log,
};
