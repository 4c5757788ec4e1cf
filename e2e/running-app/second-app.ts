import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Credentials } from "./credentials";
import { findFreePort } from "./free-port";
import { appEnvironment, type TestRun } from "./test-run";

/** Includes a build, where the sources have changed. */
export const READY_WITHIN_MILLISECONDS = 300_000;
const ROOT = join(import.meta.dirname, "..", "..");
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
/** The arguments of `node` in an npm script: without npm between them it starts sooner, and signals reach it. */
const argumentsOf = (script: string) => (scripts[script] ?? "").split(" ").slice(1);
const START = argumentsOf("start");

type RunningApp = {
	dataDir: string;
	/** Everything it has written to stdout and stderr so far. */
	output: () => string;
	/** Also removes its data, unless `keepData`. @returns its exit code */
	stop: (options?: { keepData: boolean }) => Promise<number | null>;
	signal: (name: NodeJS.Signals) => void;
};

export type SecondApp = RunningApp & {
	credentials: Credentials;
	/** Runs one of its commands as `npm run --silent SCRIPT -- …` does. @returns its output */
	npmRun: (script: string, ...parameters: string[]) => Promise<string>;
};

/**
 * Starts another installation beside the one of this run: its own port, data folder and secrets.
 * @param environment `PORT` and `DATA_DIR` of an installation that was stopped start that one again
 */
export async function startSecondApp(environment: Record<string, string> = {}): Promise<SecondApp> {
	return withCommands(await start(Number(environment.PORT) || (await findFreePort()), environment));
}

/**
 * Starts the app that the tests of a worker share.
 * @param instances two run on one database and serve requests in turn
 */
export async function startMainApp(instances: 1 | 2, { shared }: TestRun): Promise<SecondApp> {
	const port = await findFreePort();
	if (instances === 1) return withCommands(await start(port));
	return withCommands(await start(port, shared, START.with(-1, "lib/cli/test/two-instances.mjs")));
}

async function withCommands({ env, ...app }: Awaited<ReturnType<typeof start>>): Promise<SecondApp> {
	const npmRun = async (script: string, ...parameters: string[]) => {
		const command = [...argumentsOf(script), ...parameters];
		return (await promisify(execFile)(process.execPath, command, { cwd: ROOT, env })).stdout;
	};
	return { ...app, npmRun, credentials: JSON.parse(await npmRun("credentials")) };
}

/** Starts a console without an embedded tenant, on a port where the tenant in its environment expects it. */
export async function startConsole(port: number, environment: Record<string, string>): Promise<RunningApp> {
	const { env: _, ...app } = await start(port, environment);
	return app;
}

async function start(port: number, environment: Record<string, string> = {}, command = START) {
	const dataDir = environment.DATA_DIR ?? (await mkdtemp(join(tmpdir(), "identity-console-second-")));
	const env = { ...process.env, ...appEnvironment({ port, dataDir }), ...environment };
	const child = spawn(process.execPath, command, {
		cwd: ROOT,
		env,
		stdio: ["ignore", "pipe", "pipe"],
	});
	let output = "";
	const gather = (chunk: Buffer) => {
		output += chunk.toString();
	};
	child.stdout.on("data", gather);
	child.stderr.on("data", gather);
	await ready(child, () => output);
	return {
		env,
		dataDir,
		output: () => output,
		signal: (name: NodeJS.Signals) => void child.kill(name),
		async stop({ keepData } = { keepData: false }) {
			const code = child.exitCode ?? (await stopped(child));
			if (!keepData) await rm(dataDir, { recursive: true, force: true });
			return code;
		},
	};
}

function stopped(child: ChildProcess): Promise<number | null> {
	const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
	child.kill("SIGTERM");
	return exited;
}

function ready(child: ChildProcess, output: () => string): Promise<void> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => reject(new Error("the app did not start")), READY_WITHIN_MILLISECONDS);
		child.once("exit", (code) => reject(new Error(`the app ended with ${code}:\n${output()}`)));
		child.stdout?.on("data", () => {
			if (!output().includes("is ready")) return;
			clearTimeout(timer);
			resolve();
		});
	});
}
