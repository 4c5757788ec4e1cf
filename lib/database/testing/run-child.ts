import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";

export type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * Loads a file of the project in a process of its own; its `run(...parameters)` begins with `go`. A child has written
 * the line `ready` when it is loaded.
 */
export function startChild(file: string, ...parameters: string[]): Child {
	const script = ["lib/database/testing/child.mjs", file, ...parameters];
	return spawn(process.execPath, script, { stdio: ["pipe", "pipe", "pipe"] });
}

export function go(child: Child): void {
	child.stdin.end("go\n");
}

/** Resolves when the child waits for `go`, or has ended. */
export function readyOf(child: Child): Promise<void> {
	return new Promise((resolve) => {
		child.stdout.once("data", () => resolve());
		child.once("close", () => resolve());
	});
}

/** oidc-provider's warning about a Node that is no long-term release, or not yet. */
const RUNTIME_REMARK = /^oidc-provider WARNING: Unsupported runtime\..*\n/m;

/** Everything that a child wrote until it ended, from now on. */
export async function endOf(child: Child): Promise<{ code: number | null; output: string; errors: string }> {
	let [output, errors] = ["", ""];
	child.stdout.on("data", (chunk) => {
		output += chunk;
	});
	child.stderr.on("data", (chunk) => {
		errors += chunk;
	});
	const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
	return { code, output, errors: errors.replace(RUNTIME_REMARK, "") };
}
