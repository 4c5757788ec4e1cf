import { exitCodeOf, forwardSignals, holdOutput, spawnNode } from "../child.mjs";
import { NEXT } from "../project.mjs";
import { stopWithNpm } from "../stop-with-npm.mjs";
import { waitUntilReady } from "./wait-until-ready.mjs";

const READY_WITHIN_MILLISECONDS = 120_000;
const STOP_WITHIN_MILLISECONDS = 10_000;

/**
 * Runs the app until it ends, then ends this process with the same exit code.
 * @param {import("../environment.mjs").Settings} settings
 * @param {"start" | "dev"} mode
 * @param {() => void} onReady
 */
export async function serve(settings, mode, onReady) {
	const { port, host, environment } = settings;
	const parameters = [NEXT, mode, "-p", String(port), "-H", host];
	const child = spawnNode(parameters, { env: environment, output: "pipe" });
	forwardSignals(child);
	process.once("SIGINT", () => killLater(child));
	process.once("SIGTERM", () => killLater(child));
	stopWithNpm(() => stop(child));
	// Next's own banner tells addresses that the sign-in would refuse, so nothing is shown before we are ready.
	const output = holdOutput(child);
	const ended = new AbortController();
	const exitCode = exitCodeOf(child).finally(() => ended.abort());
	const ready = await waitUntilReady(settings, { withinMilliseconds: READY_WITHIN_MILLISECONDS, signal: ended.signal });
	if (ready) {
		output.release();
		onReady();
		process.exit(await exitCode);
	}
	const stoppedOnRequest = child.killed;
	stop(child);
	const code = await exitCode;
	if (stoppedOnRequest) process.exit(code);
	console.error(output.text());
	console.error("\nThe app did not start.");
	process.exit(code === 0 ? 1 : code);
}

/** @param {import("node:child_process").ChildProcess} child */
function stop(child) {
	child.kill("SIGTERM");
	killLater(child);
}

/**
 * Next finishes the requests under way first; one that never ends must not keep the port.
 * @param {import("node:child_process").ChildProcess} child
 */
function killLater(child) {
	setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MILLISECONDS).unref();
}
