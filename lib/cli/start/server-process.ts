// The app's server as a child process: for commands that start it anew, start several, or have it answer and end.
import { setTimeout as delay } from "node:timers/promises";
import { exitCodeOf, holdOutput, spawnNode } from "../child.mjs";
import { CommandError } from "../command.mjs";
import { COMPILED, inProject } from "../project.mjs";

const SERVER = inProject("lib", "server", "main.ts");
/**
 * V8 keeps what it once took for new objects. With its own bound, four times this one, the process stays 80 to 150 MB
 * larger after a thousand pages, which cost the same processor time. V8 reads it at its own start alone, so `npm start`
 * and the image name it too.
 */
const YOUNG_GENERATION = "--max-semi-space-size=16";
export const READY_WITHIN_MILLISECONDS = 120_000;

/**
 * Starts the app's server. It ends with this process.
 * @param {NodeJS.ProcessEnv} environment of `readSettings`
 * @param {{ mode?: "start" | "dev", output?: "inherit" | "pipe" }} [options]
 */
export function spawnServer(environment, { mode = "start", output = "inherit" } = {}) {
	/** @type {NodeJS.ProcessEnv} */
	const own = { NODE_ENV: mode === "dev" ? "development" : "production", NODE_COMPILE_CACHE: COMPILED };
	const env = /** @type {NodeJS.ProcessEnv} */ ({ ...environment, ...own });
	return spawnNode([YOUNG_GENERATION, SERVER], { env, output });
}

/**
 * Waits until a server accepts requests: by then the database is migrated and the sample tenant is there.
 * @param {import("node:child_process").ChildProcess} server
 * @returns {Promise<boolean>} false when it ended before, or two minutes have passed
 */
export async function isReady(server) {
	const stop = new AbortController();
	const late = delay(READY_WITHIN_MILLISECONDS, false, { signal: stop.signal }).catch(() => false);
	const reported = new Promise((resolve) => {
		server.on("message", (message) => message === "ready" && resolve(true));
		server.once("close", () => resolve(false));
		server.once("error", () => resolve(false));
	});
	const ready = await Promise.race([reported, late]);
	stop.abort();
	return ready;
}

/**
 * Starts the server for one command that is in its environment: it opens its stores, which it may share with other
 * instances, answers and ends before it accepts a request.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<any>} the answer, of a shape that belongs to the command
 * @throws CommandError with what it refused, or why it did not start
 */
export async function runInServer(environment) {
	const child = spawnServer(environment, { output: "pipe" });
	const output = holdOutput(child);
	/** @type {{ refusal?: string } | undefined} */
	let answer;
	child.on("message", (message) => {
		answer = /** @type {typeof answer} */ (message);
	});
	const exitCode = await exitCodeOf(child);
	if (answer && answer.refusal === undefined) return answer;
	throw new CommandError(answer?.refusal ?? `${output.text()}\n\nThe app did not start (exit code ${exitCode}).`);
}
