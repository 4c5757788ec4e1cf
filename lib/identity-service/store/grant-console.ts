import type { Kysely } from "kysely";
import { CONSOLE_MACHINES } from "./console-clients";
import type { IdentityServiceDatabase, IdentityServiceSchema } from "./schema";

export type OldClients = {
	clients: { client_id: string; handle: string; name: string; api_grants: string; settings: string };
	console_grants: IdentityServiceSchema["console_grants"];
};

type Granted = Pick<OldClients["clients"], "client_id" | "handle" | "name"> & { scopes: string[] };

/**
 * Adds scopes of the management interface to what an older version granted the console.
 * @returns the scopes that each client did not have
 */
export async function grantConsole(db: Kysely<OldClients>, scopes: readonly string[]): Promise<Granted[]> {
	const rows = await db
		.selectFrom("clients")
		.select(["client_id", "handle", "name", "api_grants"])
		.where("handle", "in", CONSOLE_MACHINES)
		.execute();
	const granted: Granted[] = [];
	for (const { api_grants, ...client } of rows) {
		const before = JSON.parse(api_grants) as { audience: string; scopes: string[] }[];
		const own = before.find(({ audience }) => audience === "/api/v2/");
		const added = own ? scopes.filter((scope) => !own.scopes.includes(scope)) : [];
		if (added.length === 0) continue;
		const after = before.map((grant) => (grant === own ? { ...grant, scopes: [...grant.scopes, ...added] } : grant));
		await db
			.updateTable("clients")
			.set({ api_grants: JSON.stringify(after) })
			.where("handle", "=", client.handle)
			.execute();
		granted.push({ ...client, scopes: added });
	}
	return granted;
}

/**
 * Notes what a release has granted the console, until the console has it in its audit trail.
 * @param migration the name of the release's migration
 */
export async function noteConsoleGrants(
	db: Kysely<OldClients>,
	migration: string,
	granted: readonly Granted[],
): Promise<void> {
	for (const { client_id, handle, name, scopes } of granted) {
		const row = { id: `${migration}/${handle}`, client_id, client_name: name, scopes: JSON.stringify(scopes) };
		await db
			.insertInto("console_grants")
			.values({ ...row, granted_at: null })
			.execute();
	}
}

/** Scopes of the management interface that a release has granted one of the console's own clients. */
export type ConsoleGrant = { id: string; clientId: string; clientName: string; scopes: string[]; grantedAt: string };

/**
 * Passes on what was granted and not recorded yet, and forgets each that was. After a crash in between it is passed on
 * again, with the same identifier and time.
 * @param now of a grant whose migration has just run: a migration has no clock. ISO 8601
 */
export async function passOnConsoleGrants(
	database: IdentityServiceDatabase,
	now: string,
	record: (grant: ConsoleGrant) => Promise<void>,
): Promise<void> {
	await database.updateTable("console_grants").set({ granted_at: now }).where("granted_at", "is", null).execute();
	const rows = await database.selectFrom("console_grants").selectAll().orderBy("id").execute();
	for (const { id, client_id, client_name, scopes, granted_at } of rows) {
		const client = { clientId: client_id, clientName: client_name };
		await record({ id, ...client, scopes: JSON.parse(scopes), grantedAt: granted_at ?? now });
		await database.deleteFrom("console_grants").where("id", "=", id).execute();
	}
}
