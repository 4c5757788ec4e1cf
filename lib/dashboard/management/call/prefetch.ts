import "server-only";
import { dashboardConfig } from "../../config";
import { lastRateGauge, type RateGauge } from "./rate-limit";

/**
 * Pages that a browser may prefetch, by their path and search, and how many calls to the tenant each makes. Pages of more
 * calls are not here, nor are those whose view is recorded.
 */
const PAGES: [address: RegExp, calls: 0 | 1][] = [
	[/^\/(templates\/new|applications\/new|activity|guides(\/[\w-]+)?|your-sessions|refresh-tokens)$/, 0],
	[/^\/(|templates|templates\/vct_\w+|applications|connections|users)$/, 1],
];
/** A page of a call is not prefetched where the tenant's rate limit leaves fewer calls than this. */
const CALLS_LEFT_MIN = 5;
/** Between the starts of two prefetches with a call. */
const INTERVAL_MS = 1_000;

/** Undefined where the page is not prefetched. @param address its path and search */
export function callsOfPage(address: string): 0 | 1 | undefined {
	return PAGES.find(([pattern]) => pattern.test(address))?.[1];
}

/** What the tenant's last response says that its rate limit leaves. */
function callsLeft(gauge: RateGauge | null, now: number): number {
	// The embedded tenant states its limit, unless that is off. Of another one it is unknown.
	if (!gauge) return dashboardConfig().tenant.embedded ? Number.POSITIVE_INFINITY : 0;
	return gauge.resetsAt !== null && gauge.resetsAt <= now ? gauge.limit : gauge.remaining;
}

/**
 * Decides on prefetches: those of pages without a call are always admitted; of the others, one at a time, one a second,
 * and none that the tenant's rate limit may lack later.
 */
export function createPrefetchControl(gauge: () => RateGauge | null = lastRateGauge, now: () => number = Date.now) {
	let isRunning = false;
	let startedAt = Number.NEGATIVE_INFINITY;
	/** @returns the function to be called when the prefetch has ended; null where it is refused */
	return (address: string): (() => void) | null => {
		const calls = callsOfPage(address);
		if (calls === undefined) return null;
		if (calls === 0) return () => {};
		if (isRunning || now() - startedAt < INTERVAL_MS || callsLeft(gauge(), now()) < CALLS_LEFT_MIN) return null;
		isRunning = true;
		startedAt = now();
		return () => {
			isRunning = false;
		};
	};
}
