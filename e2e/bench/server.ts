import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { delimiter, dirname } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { ALLOCATOR, exitCodeOf, holdOutput, spawnNode } from "../../lib/cli/child.mjs";
import { CommandError } from "../../lib/cli/command.mjs";
import { findFreePort } from "../../lib/cli/port.ts";
import { inProject } from "../../lib/cli/project.mjs";
import { expectStatus, type Result, request } from "./http.ts";

const REPORTER = new URL("./usage-reporter.mjs", import.meta.url).href;
/** With a build, where the sources have changed. */
const READY_WITHIN_MILLISECONDS = 15 * 60_000;
const POLL_MILLISECONDS = 5;

/** Of the process that serves, since its start. */
export type Usage = {
	/** Of all its threads. */
	cpuMilliseconds: number;
	/** Resident. */
	memoryMegabytes: number;
	heapMegabytes: number;
	/** In which its event loop did not wait for anything to do. */
	busyMilliseconds: number;
	processId: number;
};
export type Server = Awaited<ReturnType<typeof startServer>>;

/**
 * `npm start` of a checkout on a free port of the loopback, without a developer's own settings.
 * @param options `dataDir`: none for other apps. `readyPath` responds with 200 when the app is ready.
 *   `environment` names other settings, a port too. `tracer`: a program with its arguments that runs all of it
 */
export async function startServer(
	folder: string,
	{
		dataDir = "",
		readyPath = "/healthz",
		environment = {},
		tracer = [],
	}: { dataDir?: string; readyPath?: string; environment?: Record<string, string>; tracer?: string[] },
) {
	const npm = process.env.npm_execpath;
	if (!npm) throw new CommandError("The benchmark starts apps with npm, so start it with npm too: npm run bench");
	const reports = createServer();
	await once(reports.listen(0, "127.0.0.1"), "listening");
	const reporter = once(reports, "connection");
	const port = Number(environment.PORT ?? (await findFreePort()));
	const address = `http://localhost:${port}`;
	const env = {
		...process.env,
		...unset(),
		PORT: String(port),
		APP_URL: address,
		DATA_DIR: dataDir,
		RATE_LIMIT: "off",
		LOG_LEVEL: "error",
		NEXT_TELEMETRY_DISABLED: "1",
		PATH: dirname(process.execPath) + delimiter + process.env.PATH,
		NODE_OPTIONS: `--import=${REPORTER}`,
		// Where an older Node is installed, `npm start` sets it itself.
		...ALLOCATOR,
		BENCH_REPORT_PORT: String((reports.address() as AddressInfo).port),
		...environment,
	};
	const begin = performance.now();
	const start = [npm, "start", "--silent"];
	const [program, ...parameters] = tracer;
	const child = program
		? spawn(program, [...parameters, process.execPath, ...start], {
				cwd: folder,
				env,
				stdio: ["ignore", "pipe", "pipe"],
			})
		: spawnNode(start, { cwd: folder, env, output: "pipe" });
	const output = holdOutput(child);
	const exitCode = exitCodeOf(child);
	while (!(await isReady(address + readyPath))) {
		const waited = performance.now() - begin;
		if (child.exitCode !== null || child.signalCode !== null || waited > READY_WITHIN_MILLISECONDS)
			throw new Error(`No start:\n${output.text()}`);
		await delay(POLL_MILLISECONDS);
	}
	const startMilliseconds = performance.now() - begin;
	const [connection] = await reporter;
	const lines = createInterface({ input: connection });
	reports.close();

	/** @param when `collected`: after the garbage collection */
	async function usage(when: "now" | "collected" = "now"): Promise<Usage> {
		connection.write(when);
		const [line] = await once(lines, "line");
		return JSON.parse(line);
	}

	/** Milliseconds of its processor that one of some calls takes, one after the other. */
	async function cpuOf(calls: number, call: () => Promise<Result>): Promise<number> {
		const before = await usage();
		for (let count = 0; count < calls; count += 1) await expectStatus(200, call());
		return ((await usage()).cpuMilliseconds - before.cpuMilliseconds) / calls;
	}

	const { processId } = await usage();
	return {
		address,
		port,
		startMilliseconds,
		usage,
		cpuOf,
		async stop() {
			// Not npm, whose shell may pass no signal on: all before the server end with it.
			process.kill(processId, "SIGTERM");
			await exitCode;
		},
	};
}

async function isReady(url: string): Promise<boolean> {
	const result = await request(url).catch(() => null);
	return result?.status === 200;
}

/** Every setting of the app, empty: what is set so wins over `.env`. */
function unset(): Record<string, string> {
	const example = readFileSync(inProject(".env.example"), "utf8");
	return Object.fromEntries([...example.matchAll(/^#?([A-Z][A-Z_]*)=/gm)].map(([, name = ""]) => [name, ""]));
}
