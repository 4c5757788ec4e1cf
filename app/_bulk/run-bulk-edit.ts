import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import { secondsUntilRoomFor } from "@/lib/dashboard/management/call/rate-pause";
import { guardReads } from "@/lib/dashboard/management/call/user-guard";
import { noteItemEnded } from "@/lib/dashboard/run-pace";
import {
	abandonItem,
	type ClaimedItem,
	claimAbandonedItem,
	claimPlannedItem,
	giveBackItem,
	hasMoreToWrite,
	noteClaimed,
	settleItem,
} from "@/lib/dashboard/store/bulk-edits";
import type { BulkWork, ItemOutcome } from "./item-work";

/** When to continue, and the reason for the wait; null: there is nothing more to do. */
export type RunPause = { seconds: number; for: "rate-limit" | "other-writer" | null } | null;

/** A read and a write. */
const CALLS_PER_ITEM = 2;
const OTHER_WRITER_SECONDS_MAX = 5;

/**
 * Works on a bulk edit until `until`, one item after the other, and returns when to continue. The store records what is
 * done, so that the next call, on any instance, continues from there. Waits that end after `until` are left to the caller.
 * However slow the store is, each call works on one item at least, or waits: a continued run comes to its end.
 * @throws SessionError, StoreError, ManagementError: the run can't go on; its present item is planned again
 */
export async function runBulkEdit(editId: string, work: BulkWork, until: number): Promise<RunPause> {
	const calls = (work.calls ?? CALLS_PER_ITEM) + (work.isOfPeople ? await guardReads() : 0);
	for (let worked = 0; await hasMoreToWrite(editId); worked += 1) {
		if (worked > 0 && Date.now() >= until) return { seconds: 0, for: null };
		const seconds = secondsUntilRoomFor(calls) || (await writeNext(editId, work, calls));
		if (typeof seconds === "object") return seconds;
		if (seconds === 0) continue;
		if (Date.now() + seconds * 1000 > until) return { seconds, for: "rate-limit" };
		await delay(seconds * 1000);
	}
	return null;
}

/** Works on one item. @returns the seconds to wait before the next, or why there is no next one now */
async function writeNext(editId: string, { write, lookUp }: BulkWork, calls: number): Promise<number | RunPause> {
	const planned = await claimPlannedItem(editId);
	if (planned) return workOn(editId, planned, write, calls, () => giveBackItem(editId, planned));
	const interrupted = await claimAbandonedItem(editId);
	if (typeof interrupted === "number")
		return { seconds: Math.min(interrupted, OTHER_WRITER_SECONDS_MAX), for: "other-writer" };
	return interrupted ? workOn(editId, interrupted, lookUp, calls, () => abandonItem(editId, interrupted)) : 0;
}

async function workOn(
	editId: string,
	item: ClaimedItem,
	work: BulkWork["write"],
	calls: number,
	giveBack: () => Promise<void>,
): Promise<number> {
	let outcome: ItemOutcome;
	try {
		outcome = await work(item, (note) => noteClaimed(editId, item, note));
	} catch (error) {
		// Where the store fails as well, the claim expires and the item is looked up.
		await giveBack().catch(() => {});
		if (!(error instanceof ManagementError) || error.kind !== "rate-limited") throw error;
		return Math.max(error.retryAfterSeconds ?? 1, secondsUntilRoomFor(calls));
	}
	await settleItem(editId, item, outcome.state, outcome.note);
	noteItemEnded(editId);
	if (outcome.stop) throw outcome.stop;
	return 0;
}
