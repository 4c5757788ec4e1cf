// For the browser tests: two instances of the app on one PostgreSQL (DATABASE_URL) with one APP_SECRET, each with a data
// folder of its own, and in front of them at the app's address a proxy that forwards requests to them in turn.
import { once } from "node:events";
import { join } from "node:path";
import { exitCodeOf, forwardSignals, onNpmExit } from "../child.mjs";
import { CommandError, readSettings, runMain } from "../command.mjs";
import { checkPortIsFree, findFreePort } from "../port.ts";
import { prepare } from "../prepare/prepare.mjs";
import { isReady, spawnServer } from "../start/server-process.ts";
import { createRoundRobin } from "./round-robin.ts";

runMain(async () => {
	const { port, host, address, dataDir, environment } = readSettings();
	if (!environment.DATABASE_URL || !environment.APP_SECRET) {
		throw new CommandError("Several instances need a DATABASE_URL and an APP_SECRET in common.");
	}
	await checkPortIsFree(port, host);
	await prepare({ build: true });
	// The credentials command reads the first instance's data folder.
	const ports = await Promise.all([dataDir, join(dataDir, "second")].map((folder) => startInstance(folder)));
	const proxy = createRoundRobin(ports).listen(port, host);
	await once(proxy, "listening");
	console.log(`Identity Console is ready: ${address}, before two instances on the ports ${ports.join(" and ")}`);

	/** @param {string} folder */
	async function startInstance(folder) {
		const own = await findFreePort();
		const child = spawnServer({ ...environment, PORT: String(own), HOST: "127.0.0.1", DATA_DIR: folder });
		forwardSignals(child);
		onNpmExit(() => child.kill("SIGTERM"));
		exitCodeOf(child).then(
			(code) => process.exit(code),
			() => process.exit(1),
		);
		if (!(await isReady(child))) throw new CommandError("An instance did not start.");
		return own;
	}
});
