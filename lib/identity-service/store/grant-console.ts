import type { Kysely } from "kysely";

export type OldClients = { clients: { handle: string; api_grants: string; settings: string } };

/** Adds scopes of the management interface to what an older version granted the console. */
export async function grantConsole(db: Kysely<OldClients>, scopes: readonly string[]): Promise<void> {
	const row = await db.selectFrom("clients").select("api_grants").where("handle", "=", "console_management");
	const found = await row.executeTakeFirst();
	if (!found) return;
	const grants = (JSON.parse(found.api_grants) as { audience: string; scopes: string[] }[]).map((grant) =>
		grant.audience === "/api/v2/" ? { ...grant, scopes: [...new Set([...grant.scopes, ...scopes])] } : grant,
	);
	await db
		.updateTable("clients")
		.set({ api_grants: JSON.stringify(grants) })
		.where("handle", "=", "console_management")
		.execute();
}
