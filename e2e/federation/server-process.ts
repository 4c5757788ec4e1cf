import { type ChildProcess, spawn } from "node:child_process";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

const READY_WITHIN_MILLISECONDS = 30_000;

/**
 * Starts a program that listens on a port of this machine, and waits until it does.
 * @param ready the port, or a function that resolves with whether it listens
 * @returns `stop` ends that process alone; it throws where child processes of it still listen on the port
 */
export async function startServer(
	[program = "", ...parameters]: readonly string[],
	ready: number | (() => Promise<boolean>),
	environment: Record<string, string> = {},
): Promise<{ stop: () => Promise<void> }> {
	const env = { ...process.env, ...environment };
	const child = spawn(program, parameters, { env, stdio: ["ignore", "pipe", "pipe"] });
	let output = "";
	const gather = (chunk: Buffer) => {
		output += chunk.toString();
	};
	child.stdout.on("data", gather);
	child.stderr.on("data", gather);
	const until = Date.now() + READY_WITHIN_MILLISECONDS;
	while (!(await (typeof ready === "number" ? isListening(ready) : ready()))) {
		if (child.exitCode !== null || Date.now() > until) {
			await stopped(child);
			throw new Error(`${program} does not listen:\n${output}`);
		}
		await delay(100);
	}
	return {
		async stop() {
			await stopped(child);
			if (typeof ready === "number" && (await isListening(ready))) throw new Error(`${program} still listens.`);
		},
	};
}

async function stopped(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const exited = new Promise((resolve) => child.once("exit", resolve));
	child.kill("SIGTERM");
	await exited;
}

function isListening(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(port, "127.0.0.1");
		socket.once("connect", () => {
			socket.destroy();
			resolve(true);
		});
		socket.once("error", () => resolve(false));
	});
}
