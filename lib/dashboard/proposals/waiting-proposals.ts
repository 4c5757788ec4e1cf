import "server-only";
import type { Kysely } from "kysely";
import { logInRequest } from "../logger";
import { may } from "../session/permissions";
import type { Session } from "../session/session";
import { dashboardDatabase, fromNow } from "../store/dashboard-database";
import type { DashboardSchema } from "../store/schema";
import type { ProposalState } from "./proposal";

type Admin = Pick<Session, "subject" | "role">;

/** How many proposals wait for an admin, by what is to be done. */
export type WaitingProposals = {
	/** Of others: an editor decides them. */
	open: number;
	/** The admin's own: to be proposed again, or withdrawn. */
	returned: number;
	/** Of others, accepted: an editor resumes or stops them. */
	interrupted: number;
};

const NONE: WaitingProposals = { open: 0, returned: 0, interrupted: 0 };

/** None where the store fails: the number is part of every page. */
export async function countWaiting(admin: Admin): Promise<WaitingProposals> {
	try {
		return await countIn(await dashboardDatabase(), admin);
	} catch (error) {
		logInRequest("warn", { err: error }, "how many proposals wait could not be read");
		return NONE;
	}
}

async function countIn(database: Kysely<DashboardSchema>, { subject, role }: Admin): Promise<WaitingProposals> {
	const now = fromNow(0);
	const counts = await database
		.selectFrom("proposals")
		.select(({ fn }) => ["state", fn.countAll<number | string>().as("count")])
		.where(({ eb, or, and }) => {
			const returned = and([eb("state", "=", "returned"), eb("subject", "=", subject), eb("expires_at", ">", now)]);
			if (!may(role, "changeTemplates")) return returned;
			const ofOther = eb("subject", "<>", subject);
			const open = and([eb("state", "=", "open"), ofOther, eb("expires_at", ">", now)]);
			const interrupted = and([eb("state", "=", "applying"), ofOther, eb("lease_until", "<", now)]);
			return or([returned, open, interrupted]);
		})
		.groupBy("state")
		.execute();
	const of = (state: ProposalState) => Number(counts.find((one) => one.state === state)?.count ?? 0);
	return { open: of("open"), returned: of("returned"), interrupted: of("applying") };
}

/** All of them, for the navigation: "3 proposals wait for you". */
export function waitingInAll({ open, returned, interrupted }: WaitingProposals): { count: number; words: string } {
	const count = open + returned + interrupted;
	return { count, words: `${count.toLocaleString("en")} ${count === 1 ? "proposal waits" : "proposals wait"} for you` };
}

/** `waitingInAll` of what waits now. */
export async function proposalsWaiting(admin: Admin): Promise<{ count: number; words: string }> {
	return waitingInAll(await countWaiting(admin));
}
