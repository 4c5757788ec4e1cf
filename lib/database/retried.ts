import { setTimeout as delay } from "node:timers/promises";

/**
 * Ways to say that nothing was done because others were faster: PostgreSQL's serialization failure and deadlock
 * (distributed engines say the first one often), and SQLite's write after a read that another process has outdated.
 */
const RETRYABLE: ReadonlySet<string> = new Set(["40001", "40P01", "SQLITE_BUSY_SNAPSHOT"]);
const ATTEMPTS_MAX = 8;
const FIRST_PAUSE_MILLISECONDS = 10;
const PAUSE_MILLISECONDS_MAX = 500;

/**
 * Does a piece of database work again while it fails for that reason, each time after a longer, random pause.
 * @param codes of the failures that count as that reason
 */
export async function retried<Result>(work: () => Promise<Result>, codes = RETRYABLE): Promise<Result> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await work();
		} catch (error) {
			if (attempt === ATTEMPTS_MAX || !hasCode(error, codes)) throw error;
			const longest = Math.min(PAUSE_MILLISECONDS_MAX, FIRST_PAUSE_MILLISECONDS * 2 ** attempt);
			await delay(Math.random() * longest);
		}
	}
}

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
	return typeof error === "object" && error !== null && "code" in error && codes.has(String(error.code));
}
