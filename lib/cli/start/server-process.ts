// The app's server as a child process: for commands that restart it, start several, or run one command in it.
import type { ChildProcess } from "node:child_process";
import { ALLOCATOR, exitCodeOf, forwardSignals, holdOutput, spawnNode } from "../child.mjs";
import { CommandError } from "../command.mjs";
import { isBuilt, prepare } from "../prepare/prepare.mjs";
import { printable } from "../printable.mjs";
import { COMPILED, inProject } from "../project.mjs";

const SERVER = inProject("lib", "server", "main.ts");
/**
 * V8 lets memory grow to several times what is in use, and to more on a larger machine. With its defaults the process takes
 * 620 MB after two thousand pages, with these 340 (`npm run bench -- --only memory`). The second one is also what a process
 * may use at most: two of the largest imports fit into it. V8 reads them only when it starts, so `npm start` and the image
 * name them too.
 */
const MEMORY = ["--max-semi-space-size=8", "--max-old-space-size=640"];
export const READY_WITHIN_MILLISECONDS = 120_000;
/** Of a process that died: each of its writes is a line, and the reason is among the last. */
const OUTPUT_LINES_SHOWN = 40;

/**
 * Starts the app's server. It ends with this process.
 * @param environment of `readSettings`
 */
export function spawnServer(
	environment: NodeJS.ProcessEnv,
	mode: "production" | "development" = "production",
	output: "inherit" | "pipe" = "inherit",
): ChildProcess {
	const env = { ...ALLOCATOR, ...environment, NODE_ENV: mode, NODE_COMPILE_CACHE: COMPILED };
	return spawnNode([...(mode === "production" ? MEMORY : []), SERVER], { env, output });
}

/**
 * Waits until a server accepts requests: by then the database is migrated and the sample tenant exists.
 * @returns false when it ended before, or two minutes have passed
 */
export function isReady(server: ChildProcess): Promise<boolean> {
	const { promise, resolve } = Promise.withResolvers<boolean>();
	const late = setTimeout(resolve, READY_WITHIN_MILLISECONDS, false);
	server.on("message", (message) => message === "ready" && resolve(true));
	for (const end of ["close", "error"]) server.once(end, () => resolve(false));
	return promise.finally(() => clearTimeout(late));
}

/** Its process ended without a result that can be believed. What it had done by then is not known from here. */
export class CommandDied extends CommandError {}

/** The last message of a command's process; `lib/dashboard/start.ts` sends it. */
type Ending = { result: unknown } | { refusal: string };

/**
 * Starts the server for one command in its environment: it opens its stores, which it may share with other instances,
 * sends its result and ends before it accepts a request. A result counts where the process then ends as it should.
 * @param isResult checks the shape, which belongs to the command
 * @param onMessage receives its messages before the result; what it returns is sent back. The signal: the process has ended
 * @param options `stopsItself`: on Ctrl+C the process stops in its own time; else it ends with this one
 * @throws CommandError with the refusal, or why it did not start; CommandDied
 */
export async function runInServer<Result>(
	environment: NodeJS.ProcessEnv,
	isResult: (result: unknown) => result is Result,
	onMessage?: (message: object, ended: AbortSignal) => Promise<string | undefined>,
	{ stopsItself = false } = {},
): Promise<Result> {
	// The build that a running app serves from must stay unchanged, even when the sources have changed since.
	await prepare({ build: !isBuilt() });
	const child = spawnServer(environment, "production", "pipe");
	if (stopsItself) forwardSignals(child);
	const output = holdOutput(child);
	const ended = new AbortController();
	let hasBegun = false;
	let ending: Ending | undefined;
	child.on("message", async (message) => {
		hasBegun = true;
		if (isEnding(message)) ending = message;
		else if (isObject(message)) {
			const reply = await onMessage?.(message, ended.signal);
			if (reply !== undefined && child.connected) child.send(reply);
		}
	});
	const exitCode = await exitCodeOf(child).finally(() => ended.abort());
	if (ending && "refusal" in ending) throw new CommandError(printable(ending.refusal));
	if (exitCode === 0 && ending && isResult(ending.result)) return ending.result;
	const words = hasBegun ? "The command's process ended without a result" : "The app did not start";
	const last = output.text().split("\n").slice(-OUTPUT_LINES_SHOWN).join("\n");
	const message = `${last}\n\n${words} (exit code ${exitCode}).`;
	throw hasBegun ? new CommandDied(message) : new CommandError(message);
}

function isEnding(message: unknown): message is Ending {
	if (!isObject(message)) return false;
	return "result" in message || ("refusal" in message && typeof message.refusal === "string");
}

/** The shape of a result that says only that all was done. */
export function isObject(result: unknown): result is object {
	return typeof result === "object" && result !== null;
}
