import { get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

const POLL_MILLISECONDS = 100;
const ANSWER_WITHIN_MILLISECONDS = 10_000;
/** An app that failed to start may go on answering 500; a slow one may answer so for a moment. */
const FAILED_AFTER_MILLISECONDS = 3_000;
const FAILED_POLL_MILLISECONDS = 1_000;
const WILDCARDS = new Set(["0.0.0.0", "::", "*"]);

/**
 * Asks `/healthz` until it answers 200: by then the database is migrated and the sample tenant is there.
 * @param {{ port: number, host: string, address: string }} settings
 * @param {{ withinMilliseconds: number, signal: AbortSignal }} limits
 * @returns {Promise<boolean>} false when it goes on failing, the time ran out or `signal` was aborted
 */
export async function waitUntilReady({ port, host, address }, { withinMilliseconds, signal }) {
	const deadline = performance.now() + withinMilliseconds;
	const target = { port, host: WILDCARDS.has(host) ? "127.0.0.1" : host, hostHeader: new URL(address).host };
	let failingSince = Number.POSITIVE_INFINITY;
	while (performance.now() < deadline && !signal.aborted) {
		const status = await healthStatus(target);
		if (status === 200) return !signal.aborted;
		failingSince = status === undefined ? Number.POSITIVE_INFINITY : Math.min(failingSince, performance.now());
		if (performance.now() - failingSince > FAILED_AFTER_MILLISECONDS) return false;
		await delay(status === undefined ? POLL_MILLISECONDS : FAILED_POLL_MILLISECONDS);
	}
	return false;
}

/**
 * @param {{ port: number, host: string, hostHeader: string }} target
 * @returns {Promise<number | undefined>} undefined when nobody answers
 */
function healthStatus({ port, host, hostHeader }) {
	return new Promise((resolve) => {
		const options = {
			port,
			host,
			path: "/healthz",
			headers: { host: hostHeader },
			timeout: ANSWER_WITHIN_MILLISECONDS,
		};
		const request = get(options, (response) => {
			response.resume();
			response.once("end", () => resolve(response.statusCode));
			response.once("error", () => resolve(undefined));
		});
		request.once("timeout", () => request.destroy());
		request.once("error", () => resolve(undefined));
	});
}
