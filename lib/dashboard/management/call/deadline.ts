import "server-only";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { requestWide } from "@/lib/process/request-context";
import { ManagementError } from "./errors";

/** The end of a call's time, on the monotonic clock. */
export type Deadline = { at: number };

const REQUEST_WITHIN_MS = 10_000;

/** For all calls of one request of the browser: an action, its look-ups and the page after it. */
export const requestDeadline = requestWide("management-deadline", () => deadlineIn(REQUEST_WITHIN_MS));

export function deadlineIn(milliseconds: number): Deadline {
	return { at: performance.now() + milliseconds };
}

/** The deadline of a call, within that of its request. @param keptMs reserved of the request's time, for the work after the call */
export function deadlineOfCall(milliseconds: number = REQUEST_WITHIN_MS, keptMs = 0): Deadline {
	return { at: Math.min(performance.now() + milliseconds, requestDeadline.get().at - keptMs) };
}

export function hasTimeFor(milliseconds: number, { at }: Deadline): boolean {
	return performance.now() + milliseconds < at;
}

/** Milliseconds that are left. @throws ManagementError where none are */
export function timeLeft({ at }: Deadline): number {
	const left = Math.floor(at - performance.now());
	if (left <= 0) throw new ManagementError("unavailable");
	return left;
}

/** Awaits a shared promise until this caller's deadline. @throws ManagementError "unavailable" at the deadline */
export async function waitWithin<Value>(shared: Promise<Value>, deadline: Deadline): Promise<Value> {
	// Without a caller left its rejection would be unhandled.
	shared.catch(() => {});
	const settled = new AbortController();
	const late = delay(timeLeft(deadline), null, { signal: settled.signal }).then(() => {
		throw new ManagementError("unavailable");
	});
	return Promise.race([shared, late]).finally(() => settled.abort());
}
