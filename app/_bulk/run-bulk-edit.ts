import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import {
	type ClaimedItem,
	claimLeftItem,
	claimPlannedItem,
	hasMoreToWrite,
	leaveItemBehind,
	settleItem,
} from "@/lib/dashboard/store/bulk-edits";
import type { BulkWork, ItemOutcome } from "./item-work";
import { secondsUntilRoomFor } from "./rate-pause";

/** When to go on, and what for it has to wait; null: there is nothing more to do. */
export type RunPause = { seconds: number; for: "rate-limit" | "other-writer" | null } | null;

const CALLS_PER_ITEM = 2;
const OTHER_WRITER_SECONDS_MAX = 5;

/**
 * Works on a bulk edit for a while, one item after the other, and answers when to go on. The store knows at any time
 * what is done, so that whoever comes next goes on from there. Waits that end after `until` are left to the caller. However
 * slow the store is, each call works on one item at least, or waits: a run that is continued comes to its end.
 * @throws SessionError, StoreError, ManagementError: the run can't go on; the item it was at is planned again
 */
export async function runBulkEdit(editId: string, work: BulkWork, until: number): Promise<RunPause> {
	for (let worked = 0; await hasMoreToWrite(editId); worked += 1) {
		if (worked > 0 && Date.now() >= until) return { seconds: 0, for: null };
		const seconds = secondsUntilRoomFor(CALLS_PER_ITEM) || (await writeNext(editId, work));
		if (typeof seconds === "object") return seconds;
		if (seconds === 0) continue;
		if (Date.now() + seconds * 1000 > until) return { seconds, for: "rate-limit" };
		await delay(seconds * 1000);
	}
	return null;
}

/** Works on one item. @returns the seconds to wait before the next, or why there is no next one now */
async function writeNext(editId: string, { write, lookUp }: BulkWork): Promise<number | RunPause> {
	const planned = await claimPlannedItem(editId);
	if (planned) return workOn(editId, planned, write, () => settleItem(editId, planned, "planned"));
	const left = await claimLeftItem(editId);
	if (typeof left === "number") return { seconds: Math.min(left, OTHER_WRITER_SECONDS_MAX), for: "other-writer" };
	return left ? workOn(editId, left, lookUp, () => leaveItemBehind(editId, left)) : 0;
}

async function workOn(
	editId: string,
	item: ClaimedItem,
	work: BulkWork["write"],
	giveBack: () => Promise<void>,
): Promise<number> {
	let outcome: ItemOutcome;
	try {
		outcome = await work(item);
	} catch (error) {
		// Where the store fails as well, the claim runs out and the item is looked up.
		await giveBack().catch(() => {});
		if (!(error instanceof ManagementError) || error.kind !== "rate-limited") throw error;
		return Math.max(error.retryAfterSeconds ?? 1, secondsUntilRoomFor(CALLS_PER_ITEM));
	}
	await settleItem(editId, item, outcome.state, outcome.note);
	if (outcome.stop) throw outcome.stop;
	return 0;
}
