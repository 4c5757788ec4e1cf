import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, dirname } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { exitCodeOf, holdOutput, spawnNode } from "../../lib/cli/child.mjs";
import { CommandError } from "../../lib/cli/command-error.mjs";
import { findFreePort } from "../../lib/cli/port.mjs";
import { inProject, PROJECT_DIR } from "../../lib/cli/project.mjs";
import { request } from "./request.mjs";

const REPORTER = new URL("./usage-reporter.mjs", import.meta.url).href;
const READY_WITHIN_MILLISECONDS = 60_000;
const POLL_MILLISECONDS = 5;

/**
 * @typedef {object} Usage of the process that serves, since its start
 * @property {number} cpuMilliseconds of all its threads
 * @property {number} mainThreadMilliseconds of it, the thread that JavaScript runs on; on Node before 24 all threads
 * @property {number} memoryMegabytes resident
 * @property {number} heapMegabytes
 * @property {number} busyMilliseconds in which its event loop did not wait for anything to do
 * @property {number} requests made to other servers
 * @property {number} processId
 * @property {string} nodeVersion
 * @typedef {object} Server
 * @property {string} address without a trailing slash
 * @property {number} startMilliseconds from the command to the first answer
 * @property {string} nodeVersion
 * @property {(when?: "now" | "collected") => Promise<Usage>} usage `collected`: after the garbage collection
 * @property {() => Promise<void>} stop
 */

/**
 * `npm start` of a checkout on a free port of the loopback. A developer's own settings do not reach it.
 * @param {object} [app]
 * @param {string} [app.folder]
 * @param {string} [app.node] the program that runs it
 * @param {string} [app.dataDir]
 * @param {string} [app.readyPath]
 * @param {number} [app.withinMilliseconds]
 * @returns {Promise<Server>}
 */
export async function startServer({
	folder = PROJECT_DIR,
	node = process.execPath,
	dataDir = "",
	readyPath = "/healthz",
	withinMilliseconds = READY_WITHIN_MILLISECONDS,
} = {}) {
	const npm = process.env.npm_execpath;
	if (!npm) throw new CommandError("The benchmark starts apps with npm, so start it with npm too: npm run bench");
	const reports = createServer();
	await once(reports.listen(0, "127.0.0.1"), "listening");
	const reporter = once(reports, "connection");
	const port = await findFreePort();
	const address = `http://localhost:${port}`;
	const env = {
		...process.env,
		...unset(),
		...{ PORT: String(port), APP_URL: address, DATA_DIR: dataDir, RATE_LIMIT: "off", LOG_LEVEL: "error" },
		...{ NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: "1", PATH: dirname(node) + delimiter + process.env.PATH },
		...{ NODE_OPTIONS: `--import=${REPORTER}`, BENCH_REPORT_PORT: String(portOf(reports)) },
	};
	const begin = performance.now();
	const child = spawnNode([npm, "start", "--silent"], { cwd: folder, env, output: "pipe" });
	const output = holdOutput(child);
	const exitCode = exitCodeOf(child);
	while (!(await answers(`${address}${readyPath}`))) {
		const waited = performance.now() - begin;
		if (child.exitCode !== null || child.signalCode !== null || waited > withinMilliseconds)
			throw new Error(`No start:\n${output.text()}`);
		await delay(POLL_MILLISECONDS);
	}
	const startMilliseconds = performance.now() - begin;
	const usage = askedOver((await reporter)[0]);
	reports.close();
	const { processId, nodeVersion } = await usage("now");
	return {
		...{ address, startMilliseconds, nodeVersion, usage },
		async stop() {
			// Not npm, whose shell may pass no signal on: all before the server end with it.
			process.kill(processId, "SIGTERM");
			await exitCode;
		},
	};
}

/**
 * @param {import("node:net").Socket} connection of the serving process
 * @returns {Server["usage"]}
 */
function askedOver(connection) {
	const lines = createInterface({ input: connection });
	return async (when = "now") => {
		connection.write(when);
		const [line] = await once(lines, "line");
		return JSON.parse(line);
	};
}

/** @param {import("node:net").Server} server listening */
function portOf(server) {
	return /** @type {import("node:net").AddressInfo} */ (server.address()).port;
}

/** @param {string} url */
async function answers(url) {
	try {
		return (await request(url)).status === 200;
	} catch {
		return false;
	}
}

/** Every setting of the app, empty: what is set so wins over `.env`. */
function unset() {
	const example = readFileSync(inProject(".env.example"), "utf8");
	return Object.fromEntries([...example.matchAll(/^#?([A-Z][A-Z_]*)=/gm)].map(([, name]) => [name, ""]));
}
