// Child processes: how they start, what they print, and when they end.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { CommandError } from "./command.mjs";
import { PROJECT_DIR } from "./project.mjs";

const EXIT_WITH_PARENT = new URL("./exit-with-parent.mjs", import.meta.url).href;
const FORWARDED_SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
const NPM_POLL_MILLISECONDS = 250;
/**
 * The environment of a server. From this many bytes on glibc gives back at once what is freed. By its default it raises the
 * bound to the largest block freed so far, and what lies between small blocks that live on stays with the process: 40 MB of
 * an idle server (`npm run bench -- --only memory`). It is read when a process starts, so the image names it too.
 */
export const ALLOCATOR = { MALLOC_MMAP_THRESHOLD_: "32768" };

/** @typedef {import("node:child_process").ChildProcess} ChildProcess */

/**
 * Starts a Node script that ends with this process, however this process ends.
 * @param {string[]} scriptAndArguments
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, output?: "inherit" | "pipe", node?: string }} [options] `node` is
 *   the program to run it, by default that of this process
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
 * Starts npm with piped output.
 * @param {string[]} parameters
 * @param {{ cwd?: string, node?: string }} [options] `node` runs it
 */
export function spawnNpm(parameters, { cwd = PROJECT_DIR, node = process.execPath } = {}) {
	// Where npm started this process its script is known; so Windows, where npm is a batch file, needs no shell.
	const npmScript = process.env.npm_execpath;
	if (npmScript?.endsWith("npm-cli.js")) return spawnNode([npmScript, ...parameters], { cwd, node, output: "pipe" });
	return spawn("npm", parameters, { cwd, stdio: ["ignore", "pipe", "pipe"], shell: process.platform === "win32" });
}

/** @param {ChildProcess} child receives the signals of this process until it has ended */
export function forwardSignals(child) {
	for (const signal of FORWARDED_SIGNALS) {
		const forward = () => child.kill(signal);
		process.on(signal, forward);
		child.once("exit", () => process.off(signal, forward));
	}
}

/**
 * Waits for a child to end.
 * @param {ChildProcess} child
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
 * @param {ChildProcess} child
 */
export function holdOutput(child) {
	/** @type {Buffer[]} */
	const chunks = [];
	for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => chunks.push(chunk));
	return { text: () => Buffer.concat(chunks).toString("utf8").trim() };
}

/**
 * Waits for a long step of which only the words in `title` are shown, on the standard error, unless it fails: then all it
 * printed.
 * @param {string} title "Building (next build)"
 * @param {ChildProcess} child with piped output
 */
export async function quietStep(title, child) {
	const startedAt = performance.now();
	console.error(`${title} …`);
	forwardSignals(child);
	const output = holdOutput(child);
	const code = await exitCodeOf(child);
	// Stopped on request, for example by Ctrl+C: nothing to explain.
	if (code !== 0 && child.killed) process.exit(code);
	if (code !== 0) throw new CommandError(`${output.text()}\n\n${title} failed with exit code ${code}.`);
	console.error(`${title}: done in ${Math.round((performance.now() - startedAt) / 1000)} s`);
}

/**
 * npm may end without a signal to its children: its shell keeps the signals that it passes on, and killed outright it
 * passes none. Its children have no channel to it that would close either, so its process id is polled.
 * @param {() => void} stop called when this process was started by npm and npm has ended
 * @returns {() => void} ends the watch
 */
export function onNpmExit(stop) {
	if (!process.env.npm_lifecycle_event || process.platform === "win32") return () => {};
	const npm = npmProcess();
	const timer = setInterval(() => {
		if (isRunning(npm)) return;
		clearInterval(timer);
		stop();
	}, NPM_POLL_MILLISECONDS);
	timer.unref();
	return () => clearInterval(timer);
}

/** npm runs a script through a shell, which may stay between npm and the script. Where there is no /proc, it does not. */
function npmProcess() {
	try {
		// "pid (command) state ppid …"
		const stat = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
		const [, shellParent] = /^\d+ \((?:sh|bash|dash|zsh|ash)\) \S+ (\d+)/.exec(stat) ?? [];
		return Number(shellParent ?? process.ppid);
	} catch {
		return process.ppid;
	}
}

/** @param {number} pid */
export function isRunning(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
	}
}
