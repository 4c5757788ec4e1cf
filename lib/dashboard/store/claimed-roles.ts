import "server-only";
import { bestEffort, dashboardDatabase, fromNow } from "./dashboard-database";

/** A role by a claim ends at the latest this long after the sign-in whose ID token had the claim. */
export const CLAIMED_ROLE_HOURS = 8;
const LIFETIME_MS = CLAIMED_ROLE_HOURS * 3600_000;
/** `seen_at` is written at most this often. */
const SEEN_STEP_MS = 60_000;
/** How far the clocks of two machines may differ. One that is further behind than this was set back. */
const CLOCK_TOLERANCE_MS = 120_000;

/** What the last sign-in said of the claim. Times are ISO 8601 UTC. */
export type ClaimedRole = {
	values: readonly string[];
	signedInAt: string;
	until: string;
	/** The time is over: the values give no role any more. */
	isOver: boolean;
};

/**
 * Stores what the ID token of a sign-in said of a claim, in place of what an earlier one did, for all sessions of the user.
 * @param values none: it said nothing
 */
export async function keepClaimedRole(subject: string, claim: string, values: readonly string[]): Promise<void> {
	if (values.length === 0) return forgetClaimedRole(subject);
	const database = await dashboardDatabase();
	const now = fromNow(0);
	const row = { claim, claimed: JSON.stringify(values), signed_in_at: now, seen_at: now };
	await database
		.insertInto("claimed_roles")
		.values({ subject, ...row })
		.onConflict((conflict) => conflict.column("subject").doUpdateSet(row))
		.execute();
}

export async function forgetClaimedRole(subject: string): Promise<void> {
	const database = await dashboardDatabase();
	await database.deleteFrom("claimed_roles").where("subject", "=", subject).execute();
}

/**
 * What the last sign-in of a user said of a claim; null where it said nothing, or of another claim. Where the clock was set
 * back since, it is forgotten: how much time has passed is not known.
 */
export async function findClaimedRole(subject: string, claim: string): Promise<ClaimedRole | null> {
	const database = await dashboardDatabase();
	const row = await database
		.selectFrom("claimed_roles")
		.selectAll()
		.where("subject", "=", subject)
		.where("claim", "=", claim)
		.executeTakeFirst();
	if (!row) return null;
	const now = Date.now();
	const seen = Date.parse(row.seen_at);
	const ends = Date.parse(row.signed_in_at) + LIFETIME_MS;
	const isSame = { subject, seen_at: row.seen_at };
	if (now < seen - CLOCK_TOLERANCE_MS) {
		const removal = database.deleteFrom("claimed_roles");
		await bestEffort("a role that has ended", () => removal.where(({ and }) => and(isSame)).execute());
		return null;
	}
	const isOver = Math.max(now, seen) >= ends;
	if (now >= seen + SEEN_STEP_MS || (isOver && seen < ends)) {
		const update = database.updateTable("claimed_roles").set({ seen_at: fromNow(0) });
		await bestEffort("when a role was last seen", () => update.where(({ and }) => and(isSame)).execute());
	}
	const values: string[] = JSON.parse(row.claimed);
	return { values, signedInAt: row.signed_in_at, until: new Date(ends).toISOString(), isOver };
}
