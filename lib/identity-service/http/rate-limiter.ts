/** More callers than this are not kept apart: the one that has been quiet longest is forgotten. */
export const RATE_LIMIT_CALLERS_MAX = 10_000;

/** One answer of the limiter, as the three headers say it. `reset` is the epoch second of the next refill. */
export type RateState = { allowed: boolean; limit: number; remaining: number; reset: number };

export type RateLimiter = { take: (caller: string) => RateState };

type Bucket = { tokens: number; filledAt: number };

/**
 * Token buckets in memory, one per caller: `burst` requests at once, refilled at `perSecond`.
 * @param now the clock in milliseconds; a clock that goes backwards refills nothing
 */
export function createRateLimiter(settings: { burst: number; perSecond: number }, now: () => number): RateLimiter {
	const limit = Math.max(1, Math.floor(settings.burst));
	const perMillisecond = settings.perSecond / 1000;
	// A Map keeps insertion order; taking puts the caller at the end, so the first one is the longest quiet.
	const buckets = new Map<string, Bucket>();

	function refilled(caller: string, time: number): Bucket {
		const bucket = buckets.get(caller);
		if (!bucket) return { tokens: limit, filledAt: time };
		const elapsed = Math.max(0, time - bucket.filledAt);
		return { tokens: Math.min(limit, bucket.tokens + elapsed * perMillisecond), filledAt: time };
	}

	return {
		take(caller) {
			const time = now();
			const bucket = refilled(caller, time);
			const allowed = bucket.tokens >= 1;
			if (allowed) bucket.tokens -= 1;
			buckets.delete(caller);
			buckets.set(caller, bucket);
			if (buckets.size > RATE_LIMIT_CALLERS_MAX) {
				const [quietest] = buckets.keys();
				if (quietest !== undefined) buckets.delete(quietest);
			}
			const remaining = Math.floor(bucket.tokens);
			const untilNext = (remaining + 1 - bucket.tokens) / perMillisecond;
			return { allowed, limit, remaining, reset: Math.ceil((time + untilNext) / 1000) };
		},
	};
}
