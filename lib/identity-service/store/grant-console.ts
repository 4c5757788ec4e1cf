import type { Kysely } from "kysely";

export type OldClients = { clients: { handle: string; api_grants: string; settings: string } };

/** The machine clients of a console: with a private key, and with a secret. */
const CONSOLE_MACHINES = ["console_with_key", "console_management"];

/** Adds scopes of the management interface to what an older version granted the console. */
export async function grantConsole(db: Kysely<OldClients>, scopes: readonly string[]): Promise<void> {
	const rows = db.selectFrom("clients").select(["handle", "api_grants"]).where("handle", "in", CONSOLE_MACHINES);
	for (const { handle, api_grants } of await rows.execute()) {
		const grants = (JSON.parse(api_grants) as { audience: string; scopes: string[] }[]).map((grant) =>
			grant.audience === "/api/v2/" ? { ...grant, scopes: [...new Set([...grant.scopes, ...scopes])] } : grant,
		);
		await db
			.updateTable("clients")
			.set({ api_grants: JSON.stringify(grants) })
			.where("handle", "=", handle)
			.execute();
	}
}
