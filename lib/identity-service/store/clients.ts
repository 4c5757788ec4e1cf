import { type RawBuilder, type Selectable, sql } from "kysely";
import type { ClientAddons } from "@/lib/contract/client/client-addons";
import type { RefreshTokenSettings } from "@/lib/contract/client/client-request";
import { isPostgres, isStorable, lockAgainstDeletion, replaceRevision } from "./rows";
import type { ClientTable, IdentityServiceDatabase } from "./schema";

export type ClientRow = Selectable<ClientTable>;

/** Filters of a list of clients; an omitted one does not apply. */
export type ClientFilter = {
	global?: boolean | undefined;
	firstParty?: boolean | undefined;
	appTypes?: readonly string[] | undefined;
};

export async function findClient(database: IdentityServiceDatabase, clientId: string): Promise<ClientRow | null> {
	if (!isStorable(clientId)) return null;
	const row = await database.selectFrom("clients").selectAll().where("client_id", "=", clientId).executeTakeFirst();
	return row ?? null;
}

/** Those of the clients that exist, without any other fields, and are not deleted before the transaction ends. */
export async function lockedClients(
	transaction: IdentityServiceDatabase,
	clientIds: readonly string[],
): Promise<Pick<ClientRow, "client_id" | "handle">[]> {
	const possible = clientIds.filter(isStorable);
	// PostgreSQL has no empty list.
	if (possible.length === 0) return [];
	const rows = transaction.selectFrom("clients").select(["client_id", "handle"]).where("client_id", "in", possible);
	return lockAgainstDeletion(transaction, rows).execute();
}

/**
 * Clients whose addresses or settings hold a text with this beginning, in any case: the caller compares them exactly.
 * @param start in lower case
 */
export function clientsWithAddress(database: IdentityServiceDatabase, start: string): Promise<ClientRow[]> {
	const columns = [sql`lower(redirect_uris)`, sql`lower(settings)`];
	return clientsHolding(database, columns, JSON.stringify(start).slice(0, -1));
}

/** Clients that hold exactly this text in one of their settings: the caller compares that setting. */
export function clientsWithSetting(database: IdentityServiceDatabase, text: string): Promise<ClientRow[]> {
	return clientsHolding(database, [sql`settings`], JSON.stringify(text));
}

/** Without LIKE: the text could hold its patterns, and the search would cost the product of both lengths. */
function clientsHolding(database: IdentityServiceDatabase, columns: readonly RawBuilder<unknown>[], json: string) {
	const position = isPostgres(database) ? sql`strpos` : sql`instr`;
	return database
		.selectFrom("clients")
		.selectAll()
		.where((where) => where.or(columns.map((column) => sql<boolean>`${position}(${column}, ${json}) > 0`)))
		.execute();
}

/** What a client may do at the management interface; null where there is no such client. */
export async function findPrivileges(
	database: IdentityServiceDatabase,
	clientId: string,
): Promise<Pick<ClientRow, "name" | "global" | "grants" | "api_grants"> | null> {
	const row = await database
		.selectFrom("clients")
		.select(["name", "global", "grants", "api_grants"])
		.where("client_id", "=", clientId)
		.executeTakeFirst();
	return row ?? null;
}

/** Clients by name, from an offset or after the last client of the previous page. */
export function listClients(
	database: IdentityServiceDatabase,
	filter: ClientFilter,
	limit: number,
	{ offset = 0, after = null }: { offset?: number; after?: { name: string; clientId: string } | null },
): Promise<ClientRow[]> {
	let query = filtered(database, filter).selectAll().orderBy("name").orderBy("client_id").limit(limit).offset(offset);
	if (after) {
		query = query.where(({ eb, refTuple, tuple }) =>
			eb(refTuple("name", "client_id"), ">", tuple(after.name, after.clientId)),
		);
	}
	return query.execute();
}

export async function countClients(database: IdentityServiceDatabase, filter: ClientFilter): Promise<number> {
	const { count } = await filtered(database, filter)
		.select((select) => select.fn.countAll().as("count"))
		.executeTakeFirstOrThrow();
	return Number(count);
}

function filtered(database: IdentityServiceDatabase, { global, firstParty, appTypes }: ClientFilter) {
	let query = database.selectFrom("clients");
	if (global !== undefined) query = query.where("global", "=", global ? 1 : 0);
	if (firstParty !== undefined) query = query.where("first_party", "=", firstParty ? 1 : 0);
	if (appTypes && appTypes.length > 0) query = query.where("app_type", "in", appTypes);
	return query;
}

export async function insertClient(database: IdentityServiceDatabase, row: ClientTable): Promise<void> {
	await database.insertInto("clients").values(row).execute();
}

export function replaceClient(database: IdentityServiceDatabase, row: ClientRow): Promise<ClientRow | null> {
	return replaceRevision(database, "clients", "client_id", row);
}

/** Clients with grants, or one of them, by identifier. */
export function listGrantedClients(database: IdentityServiceDatabase, clientId: string | null): Promise<ClientRow[]> {
	const query = database.selectFrom("clients").selectAll().where("api_grants", "!=", "[]").orderBy("client_id");
	return (clientId === null ? query : query.where("client_id", "=", clientId)).execute();
}

/** The defaults of settings that a client's `settings` column does not hold. Lifetimes in seconds. */
export const defaultSettings = {
	description: "",
	logo_uri: null as string | null,
	/** Origins that receive responses by `web_message`, and from which scripts may call. */
	web_origins: [] as string[],
	/** More origins from which scripts may call. */
	allowed_origins: [] as string[],
	/** Realms of WS-Federation. */
	client_aliases: [] as string[],
	/** Clients that may have tokens delegated to this one. */
	allowed_clients: [] as string[],
	/** `sign_up`: "off" keeps users from signing up for this client. */
	client_metadata: {} as Record<string, string>,
	addons: {} as ClientAddons,
	initiate_login_uri: null as string | null,
	require_pushed_authorization_requests: false,
	/** Whether it may name the network address of its user. */
	is_token_endpoint_ip_header_trusted: false,
	id_token_lifetime: null as number | null,
	id_token_alg: null as "RS256" | "ES256" | null,
	/** `jwt_configuration.scopes`, as it was sent. */
	jwt_scopes: null as Record<string, unknown> | null,
	/** As it was sent; whether tokens rotate is a column of its own. Null: the service's own lifetimes. */
	refresh_token: null as RefreshTokenSettings | null,
};
export type ClientSettings = typeof defaultSettings;

export function clientSettings({ settings }: Pick<ClientTable, "settings">): ClientSettings {
	return { ...defaultSettings, ...(JSON.parse(settings) as Partial<ClientSettings>) };
}

/** The settings as they are stored: without those at their default. */
export function settingsText(settings: ClientSettings): string {
	const changed = Object.entries(settings).filter(
		([name, value]) => JSON.stringify(value) !== JSON.stringify(defaultSettings[name as keyof ClientSettings]),
	);
	return JSON.stringify(Object.fromEntries(changed));
}
