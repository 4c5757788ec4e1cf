import { keyedHash } from "../../secrets/derived";
import type { ServiceSecrets } from "../../secrets/service-secrets";
import { deleteFullBuckets, findBucket, takeFromBucket } from "../../store/rate-buckets";
import type { IdentityServiceDatabase } from "../../store/schema";
import { bucketSize, type RateLimiter, type RateLimitSettings, rateState, refilled } from "./rate-limiter";

/** One request in so many also forgets the callers whose buckets are full again. */
const REQUESTS_PER_SWEEP = 1000;

/**
 * The same token buckets in the database, so that several instances count together. One statement takes a token, and
 * a refused request writes nothing.
 * @param now the clock in milliseconds; of several machines' clocks the one that is ahead refills
 */
export function createSharedRateLimiter(
	database: IdentityServiceDatabase,
	settings: RateLimitSettings,
	secrets: Pick<ServiceSecrets, "current">,
	now: () => number,
): RateLimiter {
	const { limit, perMillisecond } = bucketSize(settings);
	let requests = 0;
	return {
		async take(caller) {
			const time = now();
			const callerHash = keyedHash(secrets.current, "rate-limit-caller", caller);
			const taken = await takeFromBucket(database, { callerHash, limit, perMillisecond, time });
			requests += 1;
			if (requests % REQUESTS_PER_SWEEP === 0) await deleteFullBuckets(database, time - limit / perMillisecond);
			if (taken) return rateState(true, taken, settings, time);
			const left = await findBucket(database, callerHash);
			return rateState(false, refilled(left ?? { tokens: 0, filledAt: time }, settings, time), settings, time);
		},
	};
}
