import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { exitCodeOf, holdOutput, spawnNode } from "../cli/child.mjs";
import { findFreePort } from "../cli/port.mjs";
import { inProject, PROJECT_DIR } from "../cli/project.mjs";
import { request } from "./request.mjs";

const REPORTER = new URL("./usage-reporter.mjs", import.meta.url).href;
const READY_WITHIN_MILLISECONDS = 60_000;
const POLL_MILLISECONDS = 5;

/**
 * @typedef {{ cpuMilliseconds: number, memoryMegabytes: number, requests: number }} Usage since the start
 * @typedef {object} Server
 * @property {string} address without a trailing slash
 * @property {number} startMilliseconds from the command to the first answer
 * @property {() => Promise<Usage>} usage
 * @property {() => Promise<void>} stop
 */

/**
 * `next start` of a built app on a free port of the loopback. A developer's own settings do not reach it.
 * @param {{ folder?: string, dataDir?: string, readyPath?: string }} app
 * @returns {Promise<Server>}
 */
export async function startServer({ folder = PROJECT_DIR, dataDir = "", readyPath = "/healthz" } = {}) {
	const port = await findFreePort();
	const address = `http://localhost:${port}`;
	const next = join(folder, "node_modules", "next", "dist", "bin", "next");
	const parameters = ["--import", REPORTER, next, "start", "-p", String(port), "-H", "127.0.0.1"];
	const own = { PORT: String(port), APP_URL: address, DATA_DIR: dataDir, RATE_LIMIT: "off", LOG_LEVEL: "error" };
	const env = { ...process.env, ...unset(), ...own, NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: "1" };
	const begin = performance.now();
	const child = spawnNode(parameters, { cwd: folder, env, output: "pipe" });
	const output = holdOutput(child);
	const exitCode = exitCodeOf(child);
	while (!(await answers(`${address}${readyPath}`))) {
		const waited = performance.now() - begin;
		if (child.exitCode !== null || waited > READY_WITHIN_MILLISECONDS) throw new Error(`No start:\n${output.text()}`);
		await delay(POLL_MILLISECONDS);
	}
	return {
		address,
		startMilliseconds: performance.now() - begin,
		async usage() {
			child.send("usage");
			const [usage] = await once(child, "message");
			return usage;
		},
		async stop() {
			child.kill("SIGTERM");
			await exitCode;
		},
	};
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
