import { setTimeout as delay } from "node:timers/promises";
import { type DatabaseErrorKind, isDatabaseError } from "./error-codes";

const ATTEMPTS_MAX = 8;
const FIRST_PAUSE_MILLISECONDS = 10;
const PAUSE_MILLISECONDS_MAX = 500;

/** Repeats database work while it fails with errors of this kind, each time after a longer, random pause. */
export async function retried<Result>(
	work: () => Promise<Result>,
	kind: DatabaseErrorKind = "serializationFailure",
): Promise<Result> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await work();
		} catch (error) {
			if (attempt === ATTEMPTS_MAX || !isDatabaseError(error, kind)) throw error;
			const longest = Math.min(PAUSE_MILLISECONDS_MAX, FIRST_PAUSE_MILLISECONDS * 2 ** attempt);
			await delay(Math.random() * longest);
		}
	}
}
