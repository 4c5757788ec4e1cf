import { setTimeout as delay } from "node:timers/promises";
import { spawnNode } from "../child.mjs";
import { COMPILED, inProject } from "../project.mjs";

const SERVER = inProject("lib", "server", "main.ts");
const READY_WITHIN_MILLISECONDS = 120_000;
/**
 * V8 keeps what it once took for new objects. With its own bound, twice this one, the process stays 80 to 150 MB larger
 * after a thousand pages, which cost the same processor time.
 */
const YOUNG_GENERATION = "--max-semi-space-size=16";

/**
 * Starts the app's server. It ends with this process.
 * @param {NodeJS.ProcessEnv} environment of `readSettings`
 * @param {{ mode?: "start" | "dev", output?: "inherit" | "pipe" }} [options]
 */
export function startServer(environment, { mode = "start", output = "inherit" } = {}) {
	/** @type {NodeJS.ProcessEnv} */
	const own = { NODE_ENV: mode === "dev" ? "development" : "production", NODE_COMPILE_CACHE: COMPILED };
	const env = /** @type {NodeJS.ProcessEnv} */ ({ ...environment, ...own });
	return spawnNode([YOUNG_GENERATION, SERVER], { env, output });
}

/**
 * Waits until a server takes requests: by then the database is migrated and the sample tenant is there.
 * @param {import("node:child_process").ChildProcess} server
 * @returns {Promise<boolean>} false when it ended before, or two minutes have passed
 */
export async function isReady(server) {
	const stop = new AbortController();
	const late = delay(READY_WITHIN_MILLISECONDS, false, { signal: stop.signal }).catch(() => false);
	const told = new Promise((resolve) => {
		server.on("message", (message) => message === "ready" && resolve(true));
		server.once("close", () => resolve(false));
		server.once("error", () => resolve(false));
	});
	const ready = await Promise.race([told, late]);
	stop.abort();
	return ready;
}
