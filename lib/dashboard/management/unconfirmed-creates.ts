import "server-only";
import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { logInRequest } from "../request/request-id";
import { dashboardDatabase } from "../store/dashboard-database";
import type { DashboardSchema } from "../store/schema";

const REMEMBERED_MS = 10 * 60_000;

// These rows only distinguish our own creates from others': where the store fails, the service's response is used as if
// there were none.

/** Of the request's body, which is not kept itself. */
function digestOf(body: unknown): string {
	return createHash("sha256").update(JSON.stringify(body)).digest("base64url");
}

/** After a create whose response was lost: a conflict of the next attempt may be our own doing. */
export async function rememberUnconfirmed(body: unknown): Promise<void> {
	const until = new Date(Date.now() + REMEMBERED_MS).toISOString();
	await attempt((database) =>
		database
			.insertInto("unconfirmed_creates")
			.values({ digest: digestOf(body), until })
			.onConflict((conflict) => conflict.column("digest").doUpdateSet({ until }))
			.execute(),
	);
}

export async function wasUnconfirmed(body: unknown): Promise<boolean> {
	const row = await attempt((database) =>
		database.selectFrom("unconfirmed_creates").select("until").where("digest", "=", digestOf(body)).executeTakeFirst(),
	);
	return row !== undefined && row.until > new Date().toISOString();
}

export async function forgetUnconfirmed(body: unknown): Promise<void> {
	await attempt((database) =>
		database.deleteFrom("unconfirmed_creates").where("digest", "=", digestOf(body)).execute(),
	);
}

async function attempt<Result>(
	run: (database: Kysely<DashboardSchema>) => Promise<Result>,
): Promise<Result | undefined> {
	try {
		return await run(await dashboardDatabase());
	} catch (error) {
		logInRequest("warn", { err: error }, "the notes of unconfirmed creates failed");
		return undefined;
	}
}
