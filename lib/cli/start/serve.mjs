import { exitCodeOf, forwardSignals } from "../child.mjs";
import { stopWithNpm } from "../stop-with-npm.mjs";
import { isReady, startServer } from "./start-server.mjs";

const STOP_WITHIN_MILLISECONDS = 10_000;

/**
 * Runs the app until it ends, then ends this process with the same exit code.
 * @param {import("../environment.mjs").Settings} settings
 * @param {"start" | "dev"} mode
 * @param {() => void} onReady
 */
export async function serve({ environment }, mode, onReady) {
	// Where they can't be written, the lines for the terminal are lost, and nothing else.
	for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
	const server = startServer(environment, { mode });
	forwardSignals(server);
	for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.once(signal, () => killLater(server));
	stopWithNpm(() => stop(server));
	const exitCode = exitCodeOf(server);
	if (await isReady(server)) {
		onReady();
		process.exit(await exitCode);
	}
	const stoppedOnRequest = server.killed;
	stop(server);
	const code = await exitCode;
	if (stoppedOnRequest) process.exit(code);
	console.error("\nThe app did not start.");
	process.exit(code === 0 ? 1 : code);
}

/** @param {import("node:child_process").ChildProcess} server */
function stop(server) {
	server.kill("SIGTERM");
	killLater(server);
}

/**
 * The server finishes the requests under way first; one that never ends must not keep the port.
 * @param {import("node:child_process").ChildProcess} server
 */
function killLater(server) {
	setTimeout(() => server.kill("SIGKILL"), STOP_WITHIN_MILLISECONDS).unref();
}
