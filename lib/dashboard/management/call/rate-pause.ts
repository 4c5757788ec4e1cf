import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { lastRateGauge, type RateGauge } from "./rate-limit";

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
