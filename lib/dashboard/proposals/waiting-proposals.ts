import "server-only";
import type { Kysely } from "kysely";
import { logInRequest } from "../logger";
import { may } from "../session/permissions";
import type { Session } from "../session/session";
import { dashboardDatabase, fromNow } from "../store/dashboard-database";
import type { DashboardSchema } from "../store/schema";

/**
 * How many proposals wait for an admin: for an editor all that are open, or accepted and interrupted; for each author those that
 * were returned. None where the store fails: the number is part of every page.
 */
export async function countWaiting(admin: Pick<Session, "subject" | "role">): Promise<number> {
	try {
		return await countIn(await dashboardDatabase(), admin);
	} catch (error) {
		logInRequest("warn", { err: error }, "how many proposals wait could not be read");
		return 0;
	}
}

async function countIn(
	database: Kysely<DashboardSchema>,
	{ subject, role }: Pick<Session, "subject" | "role">,
): Promise<number> {
	const now = fromNow(0);
	const { count } = await database
		.selectFrom("proposals")
		.select(({ fn }) => fn.countAll<number | string>().as("count"))
		.where(({ eb, or, and }) => {
			const returned = and([eb("state", "=", "returned"), eb("subject", "=", subject), eb("expires_at", ">", now)]);
			if (!may(role, "changeTemplates")) return returned;
			const open = and([eb("state", "=", "open"), eb("expires_at", ">", now)]);
			const interrupted = and([eb("state", "=", "applying"), eb("lease_until", "<", now)]);
			return or([returned, open, interrupted]);
		})
		.executeTakeFirstOrThrow();
	return Number(count);
}

/** The same with its words: "3 open proposals". */
export async function proposalsWaiting(admin: Pick<Session, "subject" | "role">) {
	const count = await countWaiting(admin);
	return { count, words: `${count.toLocaleString("en")} open ${count === 1 ? "proposal" : "proposals"}` };
}
