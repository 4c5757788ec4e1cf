import "server-only";
import { processWide } from "@/lib/process/process-wide";

/** Longer than any wait for the rate limit: after such a gap the run was stopped, or its page closed, meanwhile. */
const GAP_MS = 90_000;
/** Fewer tell too little. */
const ENDED_MIN = 5;
const RUNS_MAX = 100;

/** Of each run in this process, by the ID of its bulk edit: since when, until when, and how many items have ended in between. */
const paces = processWide("run-paces", () => new Map<string, { since: number; last: number; ended: number }>());

/** Notes that an item of a run has ended. */
export function noteItemEnded(editId: string, now: number = performance.now()): void {
	const runs = paces.get();
	const known = runs.get(editId);
	const goesOn = known !== undefined && now - known.last < GAP_MS;
	runs.delete(editId);
	runs.set(editId, goesOn ? { ...known, last: now, ended: known.ended + 1 } : { since: now, last: now, ended: 0 });
	for (const oldest of runs.keys()) {
		if (runs.size <= RUNS_MAX) break;
		runs.delete(oldest);
	}
}

/** The time for one item as it was observed in this process; null: not yet. */
export function secondsPerItem(editId: string): number | null {
	const run = paces.get().get(editId);
	return run && run.ended >= ENDED_MIN ? (run.last - run.since) / run.ended / 1000 : null;
}
