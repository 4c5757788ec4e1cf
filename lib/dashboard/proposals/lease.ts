import "server-only";
import { randomBytes } from "node:crypto";
import { dashboardDatabase, fromNow } from "../store/dashboard-database";
import type { ItemResult } from "../templates/apply-templates";

/** How long a process that saves an accepted proposal counts as doing so without going on. */
const LEASE_MS = 60_000;

/** A lease to store with the decision itself. */
export function newLease(): { lease: string; lease_until: string } {
	return { lease: randomBytes(12).toString("base64url"), lease_until: fromNow(LEASE_MS) };
}

/** Begins to save what was accepted, or goes on where that was interrupted. @returns the lease; null: another process has it */
export async function takeLease(id: string): Promise<string | null> {
	const taken = newLease();
	const database = await dashboardDatabase();
	const { numUpdatedRows } = await database
		.updateTable("proposals")
		.set(taken)
		.where("id", "=", id)
		.where("state", "=", "applying")
		.where("lease_until", "<", fromNow(0))
		.executeTakeFirst();
	return numUpdatedRows > 0n ? taken.lease : null;
}

/** Notes what became of the items so far. @param state once it is over @returns whether the lease still counts */
export async function keepResults(
	id: string,
	lease: string,
	results: readonly (ItemResult | null)[],
	state: "applying" | "done" | "partly" = "applying",
): Promise<boolean> {
	const database = await dashboardDatabase();
	const isOver = state !== "applying";
	const { numUpdatedRows } = await database
		.updateTable("proposals")
		.set({
			results: JSON.stringify(results),
			state,
			changed_at: fromNow(0),
			lease: isOver ? null : lease,
			lease_until: isOver ? "" : fromNow(LEASE_MS),
		})
		.where("id", "=", id)
		.where("lease", "=", lease)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Gives a lease back before the proposal is saved whole: another attempt may go on at once. */
export async function giveBack(id: string, lease: string): Promise<void> {
	const database = await dashboardDatabase();
	await database
		.updateTable("proposals")
		.set({ lease: null, lease_until: "" })
		.where("id", "=", id)
		.where("lease", "=", lease)
		.execute();
}
