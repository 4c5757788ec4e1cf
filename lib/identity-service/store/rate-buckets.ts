import { sql } from "kysely";
import type { IdentityServiceDatabase } from "./schema";

type StoredBucket = { tokens: number; filledAt: number };

/**
 * Takes one token from a caller's bucket, after what has come back since the last one was taken. One statement, so that
 * requests at the same moment cannot take the same token.
 * @param taking how many tokens a bucket holds and get back each millisecond; `time` in milliseconds
 * @returns what is left; null where less than one token was there, nothing is written then
 */
export async function takeFromBucket(
	database: IdentityServiceDatabase,
	taking: { callerHash: string; limit: number; perMillisecond: number; time: number },
): Promise<StoredBucket | null> {
	const { callerHash, limit, perMillisecond, time } = taking;
	// Several machines' clocks differ: what one has refilled the others do not refill again.
	const latest = sql<number>`case when rate_buckets.filled_at > excluded.filled_at
		then rate_buckets.filled_at else excluded.filled_at end`;
	const refilled = sql<number>`rate_buckets.tokens
		+ (${latest} - rate_buckets.filled_at) * cast(${perMillisecond} as double precision)`;
	const row = await database
		.insertInto("rate_buckets")
		.values({ caller_hash: callerHash, tokens: limit - 1, filled_at: time })
		.onConflict((conflict) =>
			conflict
				.column("caller_hash")
				.doUpdateSet({
					tokens: sql<number>`case when ${refilled} > ${limit} then ${limit} else ${refilled} end - 1`,
					filled_at: latest,
				})
				.where(refilled, ">=", 1),
		)
		.returning(["tokens", "filled_at"])
		.executeTakeFirst();
	return row ? { tokens: row.tokens, filledAt: row.filled_at } : null;
}

export async function findBucket(database: IdentityServiceDatabase, callerHash: string): Promise<StoredBucket | null> {
	const row = await database
		.selectFrom("rate_buckets")
		.select(["tokens", "filled_at"])
		.where("caller_hash", "=", callerHash)
		.executeTakeFirst();
	return row ? { tokens: row.tokens, filledAt: row.filled_at } : null;
}

/** Forgets callers that have not taken anything since: their buckets are full again. @param before in milliseconds */
export async function deleteFullBuckets(database: IdentityServiceDatabase, before: number): Promise<void> {
	await database.deleteFrom("rate_buckets").where("filled_at", "<", before).execute();
}
