import "server-only";
import { dashboardDatabase, fromNow } from "./dashboard-database";

/** A role by a claim ends at the latest this long after the sign-in whose ID token had the claim. */
export const CLAIMED_ROLE_HOURS = 8;
const LIFETIME_MS = CLAIMED_ROLE_HOURS * 3600_000;

/** What the last sign-in said of the claim. Times are ISO 8601 UTC. */
export type ClaimedRole = {
	values: readonly string[];
	signedInAt: string;
	until: string;
	/** The values give no role any more. */
	isOver: boolean;
};

/**
 * Stores what the ID token of a sign-in said of a claim, in place of what an earlier one did, for all sessions of the user.
 * @param values none: it had none of those that the settings name
 */
export async function keepClaimedRole(subject: string, claim: string, values: readonly string[]): Promise<void> {
	const database = await dashboardDatabase();
	const row = { claim, claimed: JSON.stringify(values), signed_in_at: fromNow(0) };
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

/** What the last sign-in of a user said of a claim; null where none is kept, or one that another claim counted for. */
export async function findClaimedRole(subject: string, claim: string): Promise<ClaimedRole | null> {
	const database = await dashboardDatabase();
	const row = await database
		.selectFrom("claimed_roles")
		.select(["claimed", "signed_in_at"])
		.where("subject", "=", subject)
		.where("claim", "=", claim)
		.executeTakeFirst();
	if (!row) return null;
	const values: string[] = JSON.parse(row.claimed);
	const begun = Date.parse(row.signed_in_at);
	const until = new Date(begun + LIFETIME_MS).toISOString();
	// By a clock that was set back by more, the time is not known.
	const isOver = Math.abs(Date.now() - begun) >= LIFETIME_MS;
	return { values, signedInAt: row.signed_in_at, until, isOver };
}

/**
 * The users whose last sign-in had one of these values of a claim, and whose role has not ended with its time; with `evenOver`
 * also those whose role has, who get it again by a sign-in.
 */
export async function subjectsWithClaim(
	claim: string,
	values: readonly string[],
	{ evenOver = false } = {},
): Promise<string[]> {
	const database = await dashboardDatabase();
	const rows = await database
		.selectFrom("claimed_roles")
		.select(["subject", "claimed"])
		.where("claim", "=", claim)
		.where("signed_in_at", ">", evenOver ? "" : fromNow(-LIFETIME_MS))
		.orderBy("signed_in_at", "desc")
		.execute();
	const had = (claimed: string) => (JSON.parse(claimed) as string[]).some((value) => values.includes(value));
	return rows.filter(({ claimed }) => had(claimed)).map(({ subject }) => subject);
}
