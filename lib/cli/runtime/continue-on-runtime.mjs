import { existsSync } from "node:fs";
import { delimiter } from "node:path";
import { exitCodeOf, forwardSignals, spawnNode } from "../child.mjs";
import { CommandError, runMain } from "../command-error.mjs";
import { stopWithNpm } from "../stop-with-npm.mjs";
import { THIS_NODE, whatToInstall } from "./node-needed.mjs";
import { pinnedRuntime } from "./pinned-runtime.mjs";

/**
 * Runs a script on the pinned Node, which is fetched where it isn't there yet, and ends as that ends.
 * @param {string} script absolute
 * @param {string[]} parameters
 */
export function continueOnRuntime(script, parameters) {
	return runMain(async () => {
		const { folder, program } = await ensureRuntime();
		// Tools that look for `node` on the path must find the same one.
		const env = { ...process.env, PATH: [folder, process.env.PATH].join(delimiter) };
		const child = spawnNode([script, ...parameters], { node: program, env });
		forwardSignals(child);
		stopWithNpm(() => child.kill("SIGTERM"));
		process.exit(await exitCodeOf(child));
	});
}

/** @returns {Promise<import("./pinned-runtime.mjs").Runtime>} one that is there */
async function ensureRuntime() {
	const runtime = pinnedRuntime();
	if (!runtime) {
		const platform = `${process.platform} on ${process.arch}`;
		throw new CommandError(whatToInstall(`${THIS_NODE} is too old here, and none can be fetched for ${platform}`));
	}
	if (!existsSync(runtime.program)) {
		// Loaded when needed only: every start of every command comes by here.
		const { fetchRuntime } = await import("./fetch-runtime.mjs");
		await fetchRuntime(runtime);
	}
	return runtime;
}
