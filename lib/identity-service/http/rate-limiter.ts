import { RATE_LIMIT_HEADER, RATE_REMAINING_HEADER, RATE_RESET_HEADER } from "@/lib/contract/error";
import { databaseErrorCode } from "@/lib/database/error-codes";

/** More callers than this are not tracked: the least recently seen one is forgotten. */
export const RATE_LIMIT_CALLERS_MAX = 10_000;

/** One result of the limiter, as the three headers state it. `reset` is the epoch second of the next refill. */
export type RateState = { allowed: boolean; limit: number; remaining: number; reset: number };

export type RateLimitSettings = { burst: number; perSecond: number };

export type RateLimiter = {
	/** @param own a limit of its own: the smaller numbers apply. Always the same for one caller */
	take: (caller: string, own?: RateLimitSettings) => Promise<RateState>;
};

/** The tokens that a caller has left, and the epoch millisecond at which that was so. */
type Bucket = { tokens: number; filledAt: number };

/**
 * Token buckets in memory, one per caller: `burst` requests at once, refilled at `perSecond`. For one machine; several
 * count together with `createSharedRateLimiter`.
 * @param now the clock; one that goes backwards refills nothing
 */
export function createRateLimiter(common: RateLimitSettings, now: () => Date): RateLimiter {
	// A Map keeps insertion order; each request moves its caller to the end, so the first one is the least recent.
	const buckets = new Map<string, Bucket>();
	return {
		async take(caller, own) {
			const size = bucketSize(common, own);
			const time = now().getTime();
			const bucket = refilled(buckets.get(caller) ?? { tokens: size.limit, filledAt: time }, size, time);
			const allowed = bucket.tokens >= 1;
			if (allowed) bucket.tokens -= 1;
			buckets.delete(caller);
			buckets.set(caller, bucket);
			if (buckets.size > RATE_LIMIT_CALLERS_MAX) {
				const [leastRecent] = buckets.keys();
				if (leastRecent !== undefined) buckets.delete(leastRecent);
			}
			return rateState(allowed, bucket, size, time);
		},
	};
}

/** The tokens that a full bucket holds, and how many are refilled each millisecond. */
type BucketSize = { limit: number; perMillisecond: number };

export function bucketSize(common: RateLimitSettings, own = common): BucketSize {
	const limit = Math.max(1, Math.floor(Math.min(common.burst, own.burst)));
	return { limit, perMillisecond: Math.min(common.perSecond, own.perSecond) / 1000 };
}

export function refilled({ tokens, filledAt }: Bucket, { limit, perMillisecond }: BucketSize, time: number): Bucket {
	const elapsed = Math.max(0, time - filledAt);
	return { tokens: Math.min(limit, tokens + elapsed * perMillisecond), filledAt: time };
}

export function rateState(allowed: boolean, { tokens }: Bucket, size: BucketSize, time: number): RateState {
	const { limit, perMillisecond } = size;
	const remaining = Math.floor(tokens);
	const untilNext = (remaining + 1 - tokens) / perMillisecond;
	return { allowed, limit, remaining, reset: Math.ceil((time + untilNext) / 1000) };
}

/** The headers that state the caller's allowance; none where requests are not counted. */
export function rateHeaders(rate: RateState | null): Record<string, string> {
	if (!rate) return {};
	return {
		[RATE_LIMIT_HEADER]: String(rate.limit),
		[RATE_REMAINING_HEADER]: String(rate.remaining),
		[RATE_RESET_HEADER]: String(rate.reset),
	};
}

/**
 * Counts a request of a caller.
 * @param own where less is allowed to the caller than to others
 * @returns null where rate limiting is off, or the store that counts fails: the request itself then fails with it
 */
export async function countRequest(
	rateLimiter: RateLimiter | null,
	caller: string,
	own?: RateLimitSettings,
): Promise<RateState | null> {
	try {
		return (await rateLimiter?.take(caller, own)) ?? null;
	} catch (error) {
		if (databaseErrorCode(error) === null) throw error;
		return null;
	}
}
