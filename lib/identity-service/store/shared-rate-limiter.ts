import { sql } from "kysely";
import { bucketSize, type RateLimiter, type RateLimitSettings, rateState, refilled } from "../http/rate-limiter";
import type { IdentityServiceDatabase } from "./schema";

/** The longest refill of a bucket of its own size, unless that of the common size is longer. */
const OWN_REFILL_MILLISECONDS_MAX = 60_000;

/** The time after which any bucket is full again. @param common null: this instance counts none */
export function refillMilliseconds(common: RateLimitSettings | null): number {
	if (common === null) return OWN_REFILL_MILLISECONDS_MAX;
	const { limit, perMillisecond } = bucketSize(common);
	return Math.max(limit / perMillisecond, OWN_REFILL_MILLISECONDS_MAX);
}

/**
 * The same token buckets in the database, so that several instances count together. One statement consumes a token, and
 * a refused request writes nothing.
 * @param hashOf the key of a caller in the database
 * @param now the clock; of several machines' clocks the one that is ahead refills
 */
export function createSharedRateLimiter(
	database: IdentityServiceDatabase,
	common: RateLimitSettings,
	hashOf: (caller: string) => string,
	now: () => Date,
): RateLimiter {
	return {
		async take(caller, own) {
			const size = bucketSize(common, own);
			const time = now().getTime();
			const callerHash = hashOf(caller);
			// The clocks of several machines differ: what one has refilled, the others do not refill again.
			const latest = sql<number>`case when rate_buckets.filled_at > excluded.filled_at
				then rate_buckets.filled_at else excluded.filled_at end`;
			const tokens = sql<number>`rate_buckets.tokens
				+ (${latest} - rate_buckets.filled_at) * cast(${size.perMillisecond} as double precision)`;
			// In one statement, so that concurrent requests cannot consume the same token.
			const consumed = await database
				.insertInto("rate_buckets")
				.values({ caller_hash: callerHash, tokens: size.limit - 1, filled_at: time })
				.onConflict((conflict) =>
					conflict
						.column("caller_hash")
						.doUpdateSet({
							tokens: sql<number>`case when ${tokens} > ${size.limit} then ${size.limit} else ${tokens} end - 1`,
							filled_at: latest,
						})
						.where(tokens, ">=", 1),
				)
				.returning(["tokens", "filled_at as filledAt"])
				.executeTakeFirst();
			if (consumed) return rateState(true, consumed, size, time);
			const left = await database
				.selectFrom("rate_buckets")
				.select(["tokens", "filled_at as filledAt"])
				.where("caller_hash", "=", callerHash)
				.executeTakeFirst();
			return rateState(false, refilled(left ?? { tokens: 0, filledAt: time }, size, time), size, time);
		},
	};
}
