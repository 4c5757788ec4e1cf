import { setTimeout as delay } from "node:timers/promises";

/** SQLSTATE's and the system's codes for a server that goes away, is gone, or is not up yet. */
const GONE = /^(08...|57P0[123]|ECONNRESET|ECONNREFUSED|EPIPE)$/;
/** As long as a server takes to restart; a request that waits for its answer can still be told that it does not come. */
const GETS_OVER_MILLISECONDS = 2_000;
const PAUSE_MILLISECONDS = 100;

/** Lets what one server is asked wait while that restarts. Whoever comes later to a server that is gone waits no more. */
export class ServerRestart {
	#goneSince: number | null = null;

	/** @param work is done again, so it must not have written anything where it failed */
	async getOver<Result>(work: () => Promise<Result>): Promise<Result> {
		for (;;) {
			try {
				const result = await work();
				this.#goneSince = null;
				return result;
			} catch (error) {
				if (!isGone(error)) throw error;
				const now = performance.now();
				this.#goneSince ??= now;
				if (now - this.#goneSince >= GETS_OVER_MILLISECONDS) throw error;
				await delay(PAUSE_MILLISECONDS * (0.5 + Math.random()));
			}
		}
	}
}

function isGone(error: unknown): boolean {
	return typeof error === "object" && error !== null && "code" in error && GONE.test(String(error.code));
}
