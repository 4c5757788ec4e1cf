import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { ManagementError, type ManagementErrorKind } from "./errors";

const PAUSES_MAX = 20;
const REPEATS_MAX = 3;
const REPEAT_AFTER_SECONDS = 2;

/** Nothing was carried out, unless the outcome is unknown or was looked up. */
const PASSING: readonly ManagementErrorKind[] = ["unavailable", "unreachable", "not-understood"];

type Options = {
	/** Told before each wait. */
	onWait: (words: string) => void;
	wait?: (milliseconds: number) => Promise<unknown>;
};

/**
 * Repeats calls for work without a browser's request: after a rate limit's reset, and where the tenant did not respond. A
 * write that may have been carried out is never repeated.
 */
export function patientCall({ onWait, wait = delay }: Options) {
	return async <Result>(call: () => Promise<Result>): Promise<Result> => {
		let [pauses, repeats] = [0, 0];
		for (;;) {
			try {
				return await call();
			} catch (error) {
				if (!(error instanceof ManagementError)) throw error;
				const { kind, outcomeUnknown, lookedUp, retryAfterSeconds = 1 } = error;
				if (kind === "rate-limited" && pauses < PAUSES_MAX) {
					pauses += 1;
					if (retryAfterSeconds > REPEAT_AFTER_SECONDS)
						onWait(`Waiting ${retryAfterSeconds} s for the tenant's rate limit …`);
					await wait(retryAfterSeconds * 1000);
				} else if (PASSING.includes(kind) && !outcomeUnknown && !lookedUp && repeats < REPEATS_MAX) {
					repeats += 1;
					onWait(`The tenant does not respond. Trying again in ${REPEAT_AFTER_SECONDS} s …`);
					await wait(REPEAT_AFTER_SECONDS * 1000);
				} else throw error;
			}
		}
	};
}
