import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantConsole, type OldClients } from "./grant-console";

const SESSION_SCOPES = ["read:sessions", "update:sessions", "delete:sessions", "update:users"];
/** As when the sessions were stored. */
const SESSION_LIFETIME_SECONDS = 7 * 86_400;
const SESSION_IDLE_SECONDS = 3 * 86_400;
const SESSIONS_A_STEP = 500;

type OldSessions = {
	oidc_artifacts: { model: string; id_hash: string; payload: string; expires_at: number | null };
	sessions: Record<string, string | null>;
};

/** Sessions get rows for the management interface; those that users have at this moment as well. */
export const sessions: Migration = {
	async up(db: Kysely<unknown>) {
		const text = db.getExecutor().adapter instanceof PostgresAdapter ? sql`text collate "C"` : "text";
		await db.schema
			.createTable("sessions")
			.addColumn("id", text, (column) => column.primaryKey())
			.addColumn("user_id", text, (column) => column.notNull())
			.addColumn("created_at", text, (column) => column.notNull())
			.addColumn("updated_at", text, (column) => column.notNull())
			.addColumn("authenticated_at", text, (column) => column.notNull())
			.addColumn("last_interacted_at", text, (column) => column.notNull())
			.addColumn("idle_expires_at", text, (column) => column.notNull())
			.addColumn("expires_at", text, (column) => column.notNull())
			.addColumn("device", text, (column) => column.notNull())
			.addColumn("clients", text, (column) => column.notNull())
			.addColumn("methods", text, (column) => column.notNull())
			.addColumn("metadata", text)
			.execute();
		await db.schema.createIndex("sessions_user").on("sessions").columns(["user_id", "id"]).execute();
		await db.schema.createIndex("sessions_idle_expires_at").on("sessions").column("idle_expires_at").execute();
		await db.schema.createIndex("refresh_tokens_session").on("refresh_tokens").column("session_id").execute();
		for (const [column, type] of [
			["blocked", "integer"],
			["last_login", "text"],
			["last_ip", "text"],
			["logins_count", "integer"],
		] as const) {
			await db.schema.alterTable("users").addColumn(column, type).execute();
		}
		await addRowsOfSessions(db as Kysely<OldSessions>);
		await grantConsole(db as Kysely<OldClients>, SESSION_SCOPES);
	},
};

async function addRowsOfSessions(db: Kysely<OldSessions>): Promise<void> {
	for (let after = ""; ; ) {
		const found = await db
			.selectFrom("oidc_artifacts")
			.select(["id_hash", "payload", "expires_at"])
			.where("model", "=", "Session")
			.where("id_hash", ">", after)
			.orderBy("id_hash")
			.limit(SESSIONS_A_STEP)
			.execute();
		const rows = found.flatMap(({ payload, expires_at }) => sessionRows(JSON.parse(payload), expires_at ?? 0));
		if (rows.length > 0) {
			await db
				.insertInto("sessions")
				.values(rows)
				.onConflict((conflict) => conflict.doNothing())
				.execute();
		}
		const last = found.at(-1);
		if (!last) return;
		after = last.id_hash;
	}
}

type OldSession = {
	uid?: string;
	accountId?: string;
	loginTs?: number;
	iat?: number;
	amr?: string[];
	authorizations?: object;
};

/** None for a session in which no user is signed in. */
function sessionRows(
	{ uid, accountId, loginTs = 0, iat = loginTs, amr, authorizations }: OldSession,
	expiresAt: number,
) {
	if (!uid || !accountId) return [];
	const time = (seconds: number) => new Date(seconds * 1000).toISOString();
	// Each use put off the end, at most to that of the session's lifetime.
	const used = Math.max(iat, loginTs, expiresAt - SESSION_IDLE_SECONDS);
	const methods = (amr ?? ["federated"]).map((name) => ({ name, timestamp: time(loginTs) }));
	return [
		{
			id: uid,
			user_id: accountId,
			device: "{}",
			methods: JSON.stringify(methods),
			metadata: null,
			created_at: time(Math.min(iat, loginTs)),
			updated_at: time(used),
			authenticated_at: time(loginTs),
			last_interacted_at: time(used),
			idle_expires_at: time(expiresAt),
			expires_at: time(loginTs + SESSION_LIFETIME_SECONDS),
			clients: JSON.stringify(Object.keys(authorizations ?? {})),
		},
	];
}
