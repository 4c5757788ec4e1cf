import { setTimeout as delay } from "node:timers/promises";

/**
 * Ways to say that nothing was done because others were faster: PostgreSQL's serialization failure and deadlock
 * (distributed engines say the first one often), and SQLite's write after a read that another process has outdated.
 */
const RETRYABLE = new Set(["40001", "40P01", "SQLITE_BUSY_SNAPSHOT"]);
const ATTEMPTS_MAX = 8;
const FIRST_PAUSE_MILLISECONDS = 10;
const PAUSE_MILLISECONDS_MAX = 500;

/** Does a piece of database work again while it fails for that reason, each time after a longer, random pause. */
export async function retried<Result>(work: () => Promise<Result>): Promise<Result> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await work();
		} catch (error) {
			if (attempt === ATTEMPTS_MAX || !isRetryable(error)) throw error;
			const longest = Math.min(PAUSE_MILLISECONDS_MAX, FIRST_PAUSE_MILLISECONDS * 2 ** attempt);
			await delay(Math.random() * longest);
		}
	}
}

function isRetryable(error: unknown): boolean {
	return typeof error === "object" && error !== null && "code" in error && RETRYABLE.has(String(error.code));
}
