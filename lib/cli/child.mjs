import { spawn } from "node:child_process";
import { constants } from "node:os";
import { PROJECT_DIR } from "./project.mjs";

const EXIT_WITH_PARENT = new URL("./exit-with-parent.mjs", import.meta.url).href;
const FORWARDED_SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/**
 * Starts a Node script that ends with this process, however this process ends.
 * @param {string[]} scriptAndArguments
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, output?: "inherit" | "pipe", node?: string }} [options] `node` is
 *   another program to run it than that of this process
 */
export function spawnNode(
	scriptAndArguments,
	{ cwd = PROJECT_DIR, env = process.env, output = "inherit", node = process.execPath } = {},
) {
	return spawn(node, ["--import", EXIT_WITH_PARENT, ...scriptAndArguments], {
		cwd,
		env,
		stdio: [output === "inherit" ? "inherit" : "ignore", output, output, "ipc"],
	});
}

/**
 * Passes signals on to a child until it has ended.
 * @param {import("node:child_process").ChildProcess} child
 */
export function forwardSignals(child) {
	for (const signal of FORWARDED_SIGNALS) {
		const forward = () => child.kill(signal);
		process.on(signal, forward);
		child.once("exit", () => process.off(signal, forward));
	}
}

/**
 * Waits for a child to end.
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<number>} its exit code, or 128 + the signal that ended it
 */
export function exitCodeOf(child) {
	return new Promise((resolve, reject) => {
		child.once("error", reject);
		// "close" comes after the last byte of output, "exit" may come before it.
		child.once("close", (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
	});
}

/**
 * Collects what a child with piped output prints.
 * @param {import("node:child_process").ChildProcess} child
 * @returns {{ text: () => string, release: () => void }} `release` drops the text and lets later output through
 */
export function holdOutput(child) {
	/** @type {Buffer[]} */
	const chunks = [];
	let held = true;
	child.stdout?.on("data", (chunk) => (held ? chunks.push(chunk) : process.stdout.write(chunk)));
	child.stderr?.on("data", (chunk) => (held ? chunks.push(chunk) : process.stderr.write(chunk)));
	return {
		text: () => Buffer.concat(chunks).toString("utf8").trim(),
		release() {
			held = false;
			chunks.length = 0;
		},
	};
}
