import "server-only";
import { createHash } from "node:crypto";
import type { Kysely, Updateable } from "kysely";
import { logInRequest } from "../logger";
import { bestEffort, dashboardDatabase, fromNow } from "./dashboard-database";
import type { DashboardSchema } from "./schema";

const REMEMBERED_MS = 10 * 60_000;
/** Until the outcome of a create is known: it is not sent again meanwhile, also where its process has ended. */
const UNKNOWN_REMEMBERED_MS = 24 * 3600_000;
/** Longer than a create and its look-up take: until then it is in progress. */
const UNDER_WAY_MS = 12_000;

/** `created`: the same request has created an application. `open`: it was sent before, with an unknown outcome. */
export type Claim = { kind: "claimed" | "under-way" } | { kind: "created"; clientId: string } | { kind: "open" };

/** The digest of one admin's request, or without one of any admin's; the body is not stored. */
export function digestOfCreate(subject: string | null, body: unknown): string {
	return digestOf([subject, body]);
}

function digestOf(value: unknown): string {
	return createHash("sha256").update(JSON.stringify(value)).digest("base64url");
}

/**
 * Claims a create before it is sent: names are not unique, so a form that is sent twice (a double click, Back, a reload)
 * would create two applications. A repetition within ten minutes gets the outcome of the first; where that is not known, one
 * within a day looks it up.
 */
export async function claimCreate(digest: string): Promise<Claim> {
	const database = await dashboardDatabase();
	const now = new Date();
	const claim = { claimed_at: now.toISOString(), until: fromNow(UNKNOWN_REMEMBERED_MS) };
	await database
		.deleteFrom("application_creates")
		.where("digest", "=", digest)
		.where("until", "<", now.toISOString())
		.execute();
	const added = await database
		.insertInto("application_creates")
		.values({ digest, client_id: null, ...claim })
		.onConflict((conflict) => conflict.column("digest").doNothing())
		.executeTakeFirst();
	if (added.numInsertedOrUpdatedRows === 1n) return { kind: "claimed" };
	const row = await database
		.selectFrom("application_creates")
		.select(["client_id", "claimed_at"])
		.where("digest", "=", digest)
		.executeTakeFirst();
	if (row?.client_id) return { kind: "created", clientId: row.client_id };
	const isLate = row !== undefined && now.getTime() - Date.parse(row.claimed_at) > UNDER_WAY_MS;
	if (!isLate) return { kind: "under-way" };
	const taken = await database
		.updateTable("application_creates")
		.set(claim)
		.where("digest", "=", digest)
		.where("claimed_at", "=", row.claimed_at)
		.executeTakeFirst();
	return { kind: taken.numUpdatedRows === 1n ? "open" : "under-way" };
}

export async function noteCreated(digest: string, clientId: string): Promise<void> {
	await noteOf(digest, "that an application was created", { client_id: clientId, until: fromNow(REMEMBERED_MS) });
}

/** For a create whose look-up found applications like it, which the admin was shown. */
export async function noteFound(digest: string): Promise<void> {
	await noteOf(digest, "that an application was found", { until: fromNow(REMEMBERED_MS) });
}

/** For a create whose outcome could not be found out: the next attempt looks it up at once. */
export async function reopenCreate(digest: string): Promise<void> {
	const claimed_at = new Date(0).toISOString();
	await noteOf(digest, "that it is not known whether an application was created", { claimed_at });
}

function noteOf(digest: string, what: string, values: Updateable<DashboardSchema["application_creates"]>) {
	return bestEffort(what, (database) =>
		database.updateTable("application_creates").set(values).where("digest", "=", digest).execute(),
	);
}

/** For a create that failed: it may be sent again at once. */
export async function releaseCreate(digest: string): Promise<void> {
	await bestEffort("that no application was created", (database) =>
		database.deleteFrom("application_creates").where("digest", "=", digest).execute(),
	);
}

/** For a deleted application: the same one may be created again. */
export async function forgetCreateOf(clientId: string): Promise<void> {
	await bestEffort("that an application is gone", (database) =>
		database.deleteFrom("application_creates").where("client_id", "=", clientId).execute(),
	);
}

// Unconfirmed creates only distinguish the console's own creates from others: where the store fails, the service's
// response is used as if there were none.

/** After a create whose response was lost: a conflict of the next attempt may be caused by this create. */
export async function rememberUnconfirmed(body: unknown): Promise<void> {
	const until = fromNow(REMEMBERED_MS);
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
	return row !== undefined && row.until > fromNow(0);
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
