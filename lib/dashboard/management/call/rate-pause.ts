import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { ManagementError, type ManagementErrorKind } from "./errors";
import { lastRateGauge, type RateGauge } from "./response";

const PAUSE_SECONDS_MAX = 60;
/** How long reading the chosen items may take: the last call needs the rest of the request's time. */
export const READ_WITHIN_MS = 6_000;

/**
 * Seconds to wait until so many calls fit into the service's rate limit, as its last response reported it; 0 where they
 * fit or no limit is known. The limit may be refilled one request after the other, so each missing one adds to the wait.
 */
export function pauseFor(calls: number, gauge: RateGauge | null, now: number): number {
	if (!gauge?.resetsAt || gauge.resetsAt <= now) return 0;
	const missing = Math.min(calls, gauge.limit) - gauge.remaining;
	if (missing <= 0) return 0;
	return Math.min(Math.ceil((gauge.resetsAt - now) / 1000) * missing, PAUSE_SECONDS_MAX);
}

/** The same by the service's last response. */
export function secondsUntilRoomFor(calls: number): number {
	return pauseFor(calls, lastRateGauge(), Date.now());
}

/** Waits until so many calls fit. @returns false, without waiting, where that would be after `until` */
export async function waitOutRateLimit(calls: number, until: number): Promise<boolean> {
	const wait = secondsUntilRoomFor(calls) * 1000;
	if (Date.now() + wait > until) return false;
	if (wait > 0) await delay(wait);
	return true;
}

const WAIT_MS_MAX = 2_000;

/** Before a write: waits for the reset where the request's reads have used up the limit, because a write is never repeated. */
export async function waitForRateLimit(now: number = Date.now()): Promise<void> {
	const gauge = lastRateGauge();
	if (!gauge || gauge.remaining > 0 || gauge.resetsAt === null) return;
	const left = gauge.resetsAt - now;
	if (left > 0 && left <= WAIT_MS_MAX) await delay(left);
}

/** How long several writes of one press may take: the last one that is started needs the rest of the request's time. */
export const WRITES_WITHIN_MS = 5_000;

/**
 * A write within the tenant's rate limit: it waits for room, and repeats a request that the limit refused, which had no effect.
 * @param until milliseconds since the epoch: the end of waiting
 * @param reads requests that are sent first, for its guard or its row in the trail
 * @throws ManagementError "rate-limited" where the limit lasts longer
 */
export async function pacedWrite<Result>(write: () => Promise<Result>, until: number, reads = 0): Promise<Result> {
	await waitOutRateLimit(1 + reads, until);
	for (;;) {
		try {
			return await write();
		} catch (error) {
			if (!(error instanceof ManagementError && error.kind === "rate-limited")) throw error;
			const wait = (error.retryAfterSeconds ?? 1) * 1000;
			if (Date.now() + wait > until) throw error;
			await delay(wait);
		}
	}
}

const PAUSES_MAX = 20;
const REPEATS_MAX = 3;
const REPEAT_AFTER_SECONDS = 2;

/** Nothing was carried out, unless the outcome is unknown or was looked up. */
const PASSING: readonly ManagementErrorKind[] = ["unavailable", "unreachable", "not-understood"];

type Options = {
	/** Told before each wait. */
	onWait: (words: string) => void;
	wait?: (milliseconds: number) => Promise<unknown>;
};

/**
 * Repeats calls for work without a browser's request: after a rate limit's reset, and where the tenant did not respond. A
 * write that may have been carried out is never repeated.
 */
export function patientCall({ onWait, wait = delay }: Options) {
	return async <Result>(call: () => Promise<Result>): Promise<Result> => {
		let [pauses, repeats] = [0, 0];
		for (;;) {
			try {
				return await call();
			} catch (error) {
				if (!(error instanceof ManagementError)) throw error;
				const { kind, outcomeUnknown, lookedUp, retryAfterSeconds = 1 } = error;
				if (kind === "rate-limited" && pauses < PAUSES_MAX) {
					pauses += 1;
					if (retryAfterSeconds > REPEAT_AFTER_SECONDS)
						onWait(`Waiting ${retryAfterSeconds} s for the tenant's rate limit …`);
					await wait(retryAfterSeconds * 1000);
				} else if (PASSING.includes(kind) && !outcomeUnknown && !lookedUp && repeats < REPEATS_MAX) {
					repeats += 1;
					onWait(`The tenant is not available. Trying again in ${REPEAT_AFTER_SECONDS} s …`);
					await wait(REPEAT_AFTER_SECONDS * 1000);
				} else throw error;
			}
		}
	};
}
