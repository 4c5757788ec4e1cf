import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { ManagementError } from "./errors";
import { waitOutRateLimit } from "./rate-pause";

/** How long several writes of one press may take: the last one that is started needs the rest of the request's time. */
export const WRITES_WITHIN_MS = 5_000;

/**
 * A write within the tenant's rate limit: it waits for room, and repeats a request that the limit refused, which had no effect.
 * @param until milliseconds since the epoch: the end of waiting
 * @param reads requests that are sent first, for its guard or its row in the trail
 * @throws ManagementError "rate-limited" where the limit lasts longer
 */
export async function pacedWrite<Result>(write: () => Promise<Result>, until: number, reads = 0): Promise<Result> {
	await waitOutRateLimit(1 + reads, until);
	for (;;) {
		try {
			return await write();
		} catch (error) {
			if (!(error instanceof ManagementError && error.kind === "rate-limited")) throw error;
			const wait = (error.retryAfterSeconds ?? 1) * 1000;
			if (Date.now() + wait > until) throw error;
			await delay(wait);
		}
	}
}
