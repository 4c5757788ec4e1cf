// `npm run dev`: the same environment as `npm start`, with Next's development server. Pages are reloaded when they are
// edited; for modules that a server loads once, above all the identity service, the server is restarted.
import { watch } from "node:fs";
import { exitCodeOf, forwardSignals, onNpmExit } from "../child.mjs";
import { readSettings, runMain } from "../command.mjs";
import { announce } from "../credentials/credentials-file.ts";
import { checkPortIsFree } from "../port.ts";
import { prepare } from "../prepare/prepare.mjs";
import { inProject } from "../project.mjs";
import { isReady, spawnServer } from "../start/server-process.ts";

/** Modules that are loaded once per process: hot reload covers the pages only. */
const LOADED_ONCE = ["identity-service", "contract", "database", "process", "server"];
const SOURCE = /(?<!\.test)\.(ts|mjs)$/;
/** Editors write a file in several steps. */
const SETTLED_AFTER_MILLISECONDS = 50;

runMain(async () => {
	const settings = readSettings();
	await checkPortIsFree(settings.port, settings.host);
	await prepare({ build: false });
	let edit = Promise.withResolvers();
	watchService(() => edit.resolve("edited"));
	for (let isFirst = true; ; isFirst = false) {
		const server = spawnServer(settings.environment, "development");
		forwardSignals(server);
		const endWatch = onNpmExit(() => server.kill("SIGTERM"));
		const ended = exitCodeOf(server);
		if ((await isReady(server)) && isFirst) announce(settings);
		const code = await Promise.race([ended, edit.promise]);
		if (typeof code === "number") {
			// A mistake in the edit ends the new server; the next edit may correct it.
			if (isFirst || server.killed) process.exit(code);
			await edit.promise;
		}
		edit = Promise.withResolvers();
		endWatch();
		console.log("The service was edited: starting the server again …");
		server.kill("SIGTERM");
		await ended;
	}
});

/**
 * Watches the sources that a running server has loaded once.
 * @param {() => void} onEdit
 */
function watchService(onEdit) {
	/** @type {NodeJS.Timeout | undefined} */
	let settled;
	for (const folder of LOADED_ONCE) {
		const watcher = watch(inProject("lib", folder), { recursive: true }, (_event, file) => {
			if (!file || !SOURCE.test(file)) return;
			clearTimeout(settled);
			settled = setTimeout(onEdit, SETTLED_AFTER_MILLISECONDS);
		});
		watcher.unref();
	}
}
