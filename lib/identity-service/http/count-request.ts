import { databaseErrorCode } from "@/lib/database/error-codes";
import type { RateLimiter, RateLimitSettings, RateState } from "./rate-limiter";

/**
 * Counts a request of a caller.
 * @param own where the caller may ask less than others
 * @returns null where rate limiting is off, or the store that counts does not answer: what the request needs of it will
 * say so
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
