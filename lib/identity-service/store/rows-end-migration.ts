import { type Kysely, PostgresAdapter, type RawBuilder, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What belongs to a user or a client beside the values of refresh tokens. */
const OWNED_MODELS = [
	"Session",
	"Grant",
	"Interaction",
	"AuthorizationCode",
	"AccessToken",
	"SamlSession",
	"ProviderSession",
];

/** Artifacts know whose they are, and each column by which rows end or are deleted has an index. */
export const rowsEnd: Migration = {
	async up(db: Kysely<unknown>) {
		const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
		await db.schema.alterTable("oidc_artifacts").dropColumn("user_code_hash").execute();
		for (const column of ["account_id", "client_id"]) {
			const type = isPostgres ? sql`text collate "C"` : "text";
			await db.schema.alterTable("oidc_artifacts").addColumn(column, type).execute();
		}
		const { account, client } = isPostgres ? inPostgres : inSqlite;
		await sql`
			update oidc_artifacts set account_id = ${account}, client_id = ${client}
			where model in (${sql.join(OWNED_MODELS)})`.execute(db);
		for (const column of ["account_id", "client_id"]) {
			const name = sql.ref(`oidc_artifacts_${column}`);
			await sql`create index ${name} on oidc_artifacts (${sql.ref(column)}) where ${sql.ref(column)} is not null`.execute(
				db,
			);
		}
		await db.schema.createIndex("login_codes_expires_at").on("login_codes").column("expires_at").execute();
		for (const table of ["pending_sign_ups", "password_resets"]) {
			await db.schema.createIndex(`${table}_client`).on(table).column("client_id").execute();
		}
	},
};

/** Of an interaction: who has just signed in there, or who was signed in when it began; and to which client. */
const inSqlite = {
	account: sql`coalesce(json_extract(payload, '$.accountId'), json_extract(payload, '$.result.login.accountId'),
		json_extract(payload, '$.session.accountId'))`,
	client: sql`coalesce(json_extract(payload, '$.clientId'), json_extract(payload, '$.params.client_id'))`,
};

/** By the text, since PostgreSQL reads no JSON with a NUL in it. Within another text the quotes would be escaped. */
function textInPostgres(name: string): RawBuilder<unknown> {
	return sql`substring(payload from ${sql.lit(`"${name}":("(?:[^"\\\\]|\\\\.)*")`)})::json #>> '{}'`;
}

const inPostgres = { account: textInPostgres("accountId"), client: textInPostgres("client(?:Id|_id)") };
