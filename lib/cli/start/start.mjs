// `npm start`: installs and builds what is out of date, then serves the app in this process. V8's start options are in
// package.json's script, see server-process.ts.
import { mkdirSync } from "node:fs";
import { getCompileCacheDir } from "node:module";
import { constants } from "node:os";
import { onNpmExit } from "../child.mjs";
import { readSettings, runMain } from "../command.mjs";
import { announce } from "../credentials/credentials-file.ts";
import { checkPortIsFree } from "../port.ts";
import { prepare } from "../prepare/prepare.mjs";
import { COMPILED } from "../project.mjs";
import { READY_WITHIN_MILLISECONDS } from "./server-process.ts";

const SIGNALS = /** @type {const} */ (["SIGHUP", "SIGINT", "SIGTERM"]);
const STOP_WITHIN_MILLISECONDS = 10_000;

runMain(async () => {
	const settings = readSettings();
	await checkPortIsFree(settings.port, settings.host);
	await prepare({ build: true });
	Object.assign(process.env, settings.environment, { NODE_ENV: "production" });
	// The installation of packages may have removed it.
	mkdirSync(getCompileCacheDir() ?? COMPILED, { recursive: true });
	onNpmExit(() => process.kill(process.pid, "SIGTERM"));
	let isReady = false;
	let isStopping = false;
	for (const signal of SIGNALS) {
		process.on(signal, () => {
			isStopping = true;
			if (!isReady) process.exit(128 + constants.signals[signal]);
			// The server finishes the requests in progress first; one that never ends must not keep the port.
			setTimeout(() => process.kill(process.pid, "SIGKILL"), STOP_WITHIN_MILLISECONDS).unref();
		});
	}
	process.once("exit", () => {
		if (!isReady && !isStopping) console.error("\nThe app did not start.");
	});
	const late = setTimeout(() => process.exit(1), READY_WITHIN_MILLISECONDS);
	await import("../../server/main.ts");
	clearTimeout(late);
	isReady = true;
	announce(settings);
});
