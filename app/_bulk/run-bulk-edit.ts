import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import type { BulkEditHead } from "@/lib/dashboard/store/bulk-edit";
import {
	type ClaimedToken,
	claimLeftToken,
	claimPlannedToken,
	leaveTokenBehind,
	settleToken,
} from "@/lib/dashboard/store/bulk-edit-claims";
import { hasMoreToWrite } from "@/lib/dashboard/store/bulk-edits";
import { secondsUntilRoomFor } from "./rate-pause";
import { lookUpToken, type TokenOutcome, writeToken } from "./write-token";

/** When to go on, and what for it has to wait; null: there is nothing more to do. */
export type RunPause = { seconds: number; for: "rate-limit" | "other-writer" | null } | null;

const CALLS_PER_TOKEN = 2;
const OTHER_WRITER_SECONDS_MAX = 5;

/**
 * Works on a bulk edit for a while, one token after the other, and answers when to go on. The store knows at any time
 * what is done, so that whoever comes next goes on from there. Waits that end after `until` are left to the caller. However
 * slow the store is, each call works on one token at least, or waits: a run that is continued comes to its end.
 * @throws SessionError, StoreError, ManagementError: the run can't go on; the token it was at is planned again
 */
export async function runBulkEdit(edit: BulkEditHead, until: number): Promise<RunPause> {
	for (let worked = 0; await hasMoreToWrite(edit.id); worked += 1) {
		if (worked > 0 && Date.now() >= until) return { seconds: 0, for: null };
		const seconds = secondsUntilRoomFor(CALLS_PER_TOKEN) || (await writeNext(edit));
		if (typeof seconds === "object") return seconds;
		if (seconds === 0) continue;
		if (Date.now() + seconds * 1000 > until) return { seconds, for: "rate-limit" };
		await delay(seconds * 1000);
	}
	return null;
}

/** Works on one token. @returns the seconds to wait before the next, or why there is no next one now */
async function writeNext(edit: BulkEditHead): Promise<number | RunPause> {
	const planned = await claimPlannedToken(edit.id);
	if (planned) return workOn(edit, planned, writeToken, () => settleToken(edit.id, planned, "planned"));
	const left = await claimLeftToken(edit.id);
	if (typeof left === "number") return { seconds: Math.min(left, OTHER_WRITER_SECONDS_MAX), for: "other-writer" };
	return left ? workOn(edit, left, lookUpToken, () => leaveTokenBehind(edit.id, left)) : 0;
}

type Work = (token: ClaimedToken, operation: BulkEditHead["operation"]) => Promise<TokenOutcome>;

async function workOn(
	edit: BulkEditHead,
	token: ClaimedToken,
	work: Work,
	giveBack: () => Promise<void>,
): Promise<number> {
	let outcome: TokenOutcome;
	try {
		outcome = await work(token, edit.operation);
	} catch (error) {
		// Where the store fails as well, the claim runs out and the token is looked up.
		await giveBack().catch(() => {});
		if (!(error instanceof ManagementError) || error.kind !== "rate-limited") throw error;
		return Math.max(error.retryAfterSeconds ?? 1, secondsUntilRoomFor(CALLS_PER_TOKEN));
	}
	await settleToken(edit.id, token, outcome.state, outcome.note);
	if (outcome.stop) throw outcome.stop;
	return 0;
}
