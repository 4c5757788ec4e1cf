import {
	bucketSize,
	type RateLimiter,
	type RateLimitSettings,
	rateState,
	refilled,
	smaller,
} from "../http/rate-limiter";
import { deleteFullBuckets, findBucket, takeFromBucket } from "./rate-buckets";
import type { IdentityServiceDatabase } from "./schema";

/** One request in so many also forgets the callers whose buckets are full again. */
const REQUESTS_PER_SWEEP = 1000;
/** No bucket of a size of its own takes longer to be full again, unless all others do. */
const OWN_REFILL_MILLISECONDS_MAX = 60_000;

/**
 * The same token buckets in the database, so that several instances count together. One statement takes a token, and
 * a refused request writes nothing.
 * @param hashOf what stands for a caller in the database
 * @param now the clock in milliseconds; of several machines' clocks the one that is ahead refills
 */
export function createSharedRateLimiter(
	database: IdentityServiceDatabase,
	common: RateLimitSettings,
	hashOf: (caller: string) => string,
	now: () => number,
): RateLimiter {
	const whole = bucketSize(common);
	const refillMilliseconds = Math.max(whole.limit / whole.perMillisecond, OWN_REFILL_MILLISECONDS_MAX);
	let requests = 0;
	return {
		async take(caller, own) {
			const settings = smaller(common, own);
			const { limit, perMillisecond } = bucketSize(settings);
			const time = now();
			const callerHash = hashOf(caller);
			const taken = await takeFromBucket(database, { callerHash, limit, perMillisecond, time });
			requests += 1;
			if (requests % REQUESTS_PER_SWEEP === 0) await deleteFullBuckets(database, time - refillMilliseconds);
			if (taken) return rateState(true, taken, settings, time);
			const left = await findBucket(database, callerHash);
			return rateState(false, refilled(left ?? { tokens: 0, filledAt: time }, settings, time), settings, time);
		},
	};
}
