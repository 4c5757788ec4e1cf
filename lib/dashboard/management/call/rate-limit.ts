import type { IncomingHttpHeaders } from "node:http";
import { RATE_LIMIT_HEADER, RATE_REMAINING_HEADER, RATE_RESET_HEADER } from "@/lib/contract/error";
import { processWide } from "@/lib/process/process-wide";

const WAIT_SECONDS_MIN = 1;
const WAIT_SECONDS_MAX = 60;

function numberIn(headers: IncomingHttpHeaders, name: string): number {
	const value = headers[name.toLowerCase()];
	return typeof value === "string" && /^\d{1,15}(\.\d+)?$/.test(value.trim()) ? Number(value) : Number.NaN;
}

/** The service's clock where the response has it: so a wrong local clock does not change the wait. */
function clockOf(headers: IncomingHttpHeaders, fallback: number): number {
	const date = Date.parse(headers.date ?? "");
	return Number.isNaN(date) ? fallback : date;
}

/**
 * Seconds until a retry, from `X-RateLimit-Reset` (seconds since the epoch) or `Retry-After` (seconds), clamped to 1
 * to 60.
 */
export function secondsUntilReset(headers: IncomingHttpHeaders, now: number = Date.now()): number {
	const reset = numberIn(headers, RATE_RESET_HEADER);
	const after = numberIn(headers, "retry-after");
	const wait = Number.isFinite(reset) ? Math.ceil(reset - clockOf(headers, now) / 1000) : Math.ceil(after);
	if (!Number.isFinite(wait)) return WAIT_SECONDS_MIN;
	return Math.min(Math.max(wait, WAIT_SECONDS_MIN), WAIT_SECONDS_MAX);
}

/** `resetsAt` and `seenAt` are milliseconds since the epoch of this clock. */
export type RateGauge = { limit: number; remaining: number; resetsAt: number | null; seenAt: number };

/** Whether less than a quarter of the limit is left: background requests leave that to others. */
export function isLimitNear(gauge: RateGauge | null): boolean {
	return gauge !== null && gauge.remaining < gauge.limit / 4;
}

/** Null where the response has no limit. */
export function rateGaugeOf(headers: IncomingHttpHeaders, now: number = Date.now()): RateGauge | null {
	const limit = numberIn(headers, RATE_LIMIT_HEADER);
	const remaining = numberIn(headers, RATE_REMAINING_HEADER);
	if (!(limit > 0) || !Number.isFinite(remaining)) return null;
	const reset = numberIn(headers, RATE_RESET_HEADER);
	const resetsAt = Number.isFinite(reset) ? now + Math.max(0, reset * 1000 - clockOf(headers, now)) : null;
	return { limit, remaining: Math.min(remaining, limit), resetsAt, seenAt: now };
}

const lastGauge = processWide<RateGauge | null>("rate-gauge", () => null);

/** The rate limit in the management interface's last response; null before there was one. */
export function lastRateGauge(): RateGauge | null {
	return lastGauge.get();
}

export function noteRateGauge(headers: IncomingHttpHeaders): void {
	lastGauge.set(rateGaugeOf(headers) ?? lastGauge.get());
}
