// `npm start`: installs and builds what is out of date, then serves the app.
import { exitCodeOf, forwardSignals, onNpmExit } from "../child.mjs";
import { readSettings, runMain } from "../command.mjs";
import { announce } from "../credentials/credentials-file.mjs";
import { checkPortIsFree } from "../port.mjs";
import { prepare } from "../prepare/prepare.mjs";
import { isReady, spawnServer } from "./server-process.mjs";

const STOP_WITHIN_MILLISECONDS = 10_000;

runMain(async () => {
	const settings = readSettings();
	await checkPortIsFree(settings.port, settings.host);
	await prepare({ build: true });
	// Where they can't be written, the lines for the terminal are lost, and nothing else.
	for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
	const server = spawnServer(settings.environment);
	forwardSignals(server);
	for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.once(signal, () => killLater(server));
	onNpmExit(() => stop(server));
	const exitCode = exitCodeOf(server);
	if (await isReady(server)) {
		announce(settings);
		process.exit(await exitCode);
	}
	const stoppedOnRequest = server.killed;
	stop(server);
	const code = await exitCode;
	if (stoppedOnRequest) process.exit(code);
	console.error("\nThe app did not start.");
	process.exit(code === 0 ? 1 : code);
});

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
