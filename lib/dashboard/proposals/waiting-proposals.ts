import "server-only";
import { may } from "../session/permissions";
import type { Session } from "../session/session";
import { bestEffort, fromNow } from "../store/dashboard-database";

/**
 * How many proposals wait for an admin: for an editor all that are open, or accepted and interrupted; for each author those that
 * were returned. A store that fails counts none.
 */
export async function countWaiting({ subject, role }: Pick<Session, "subject" | "role">): Promise<number> {
	const now = fromNow(0);
	const row = await bestEffort("how many proposals wait", (database) =>
		database
			.selectFrom("proposals")
			.select(({ fn }) => fn.countAll<number | string>().as("count"))
			.where(({ eb, or, and }) =>
				or([
					and([eb("state", "=", "returned"), eb("subject", "=", subject), eb("expires_at", ">", now)]),
					...(may(role, "changeTemplates")
						? [
								and([eb("state", "=", "open"), eb("expires_at", ">", now)]),
								and([eb("state", "=", "applying"), eb("lease_until", "<", now)]),
							]
						: []),
				]),
			)
			.executeTakeFirst(),
	);
	return Number(row?.count ?? 0);
}

/** "3 open proposals". */
export function waitingInWords(count: number): string {
	return `${count.toLocaleString("en")} open ${count === 1 ? "proposal" : "proposals"}`;
}
