import "server-only";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { requestWide } from "@/lib/process/request-context";
import { ManagementError } from "./errors";

/** When a call has to be over, on the clock that cannot be set. */
export type Deadline = { at: number };

const REQUEST_WITHIN_MS = 10_000;

/** An admin waits for the tenant no longer than this, whatever an action, its look-ups and the page after it ask. */
export const requestDeadline = requestWide("management-deadline", () => deadlineIn(REQUEST_WITHIN_MS));

export function deadlineIn(milliseconds: number): Deadline {
	return { at: performance.now() + milliseconds };
}

/**
 * The deadline of a call within the time of the request that it is made for.
 * @param keptMs what is left of that time for what follows the call
 */
export function deadlineOfCall(milliseconds: number = REQUEST_WITHIN_MS, keptMs = 0): Deadline {
	return { at: Math.min(performance.now() + milliseconds, requestDeadline.get().at - keptMs) };
}

export function hasTimeFor(milliseconds: number, { at }: Deadline): boolean {
	return performance.now() + milliseconds < at;
}

/** Milliseconds that are left. @throws ManagementError where none are: nothing is sent then */
export function timeLeft({ at }: Deadline): number {
	const left = Math.floor(at - performance.now());
	if (left <= 0) throw new ManagementError("unavailable");
	return left;
}

/**
 * Waits for something that several callers share, at most until this caller's deadline.
 * @throws ManagementError "unavailable" when that has come
 */
export async function waitWithin<Value>(shared: Promise<Value>, deadline: Deadline): Promise<Value> {
	// Whoever has no time left, or goes before, leaves it to the others: it must not fail unheard.
	shared.catch(() => {});
	const settled = new AbortController();
	const late = delay(timeLeft(deadline), null, { signal: settled.signal }).then(() => {
		throw new ManagementError("unavailable");
	});
	return Promise.race([shared, late]).finally(() => settled.abort());
}
