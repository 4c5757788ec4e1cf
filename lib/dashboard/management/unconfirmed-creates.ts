import "server-only";
import { createHash } from "node:crypto";
import { logInRequest } from "../request/request-id";
import { dashboardDatabase } from "../store/dashboard-database";

const REMEMBERED_MS = 10 * 60_000;

/** The same request word for word, from whomever and through whichever instance; what it holds is not kept. */
function digestOf(body: unknown): string {
	return createHash("sha256").update(JSON.stringify(body)).digest("base64url");
}

/**
 * A create went out and nobody saw its answer: a conflict on the next attempt may be our own doing. Where this can't be
 * noted the next attempt is told of the conflict, as of anybody's.
 */
export async function rememberUnconfirmed(body: unknown): Promise<void> {
	const [now, digest] = [Date.now(), digestOf(body)];
	const until = new Date(now + REMEMBERED_MS).toISOString();
	try {
		const database = await dashboardDatabase();
		await database.deleteFrom("unconfirmed_creates").where("until", "<", new Date(now).toISOString()).execute();
		await database
			.insertInto("unconfirmed_creates")
			.values({ digest, until })
			.onConflict((conflict) => conflict.column("digest").doUpdateSet({ until }))
			.execute();
	} catch (error) {
		logInRequest("warn", { err: error }, "an unconfirmed create could not be noted");
	}
}

export async function wasUnconfirmed(body: unknown): Promise<boolean> {
	const database = await dashboardDatabase();
	const row = await database
		.selectFrom("unconfirmed_creates")
		.select("until")
		.where("digest", "=", digestOf(body))
		.executeTakeFirst();
	return row !== undefined && row.until > new Date().toISOString();
}

export async function forgetUnconfirmed(body: unknown): Promise<void> {
	const database = await dashboardDatabase();
	await database.deleteFrom("unconfirmed_creates").where("digest", "=", digestOf(body)).execute();
}
