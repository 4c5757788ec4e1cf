// The app's server as a child process: for commands that restart it, start several, or run one command in it.
import type { ChildProcess } from "node:child_process";
import { exitCodeOf, holdOutput, spawnNode } from "../child.mjs";
import { CommandError } from "../command.mjs";
import { isBuilt, prepare } from "../prepare/prepare.mjs";
import { COMPILED, inProject } from "../project.mjs";

const SERVER = inProject("lib", "server", "main.ts");
/**
 * V8 retains the memory that it once allocated for new objects. With its default, four times this one, the process stays
 * 80 to 150 MB larger after a thousand pages, which cost the same processor time. With the other flag the server collects
 * what its start has left. V8 reads them only when it starts, so `npm start` and the image name them too.
 */
const MEMORY = ["--max-semi-space-size=16", "--expose-gc"];
export const READY_WITHIN_MILLISECONDS = 120_000;

/**
 * Starts the app's server. It ends with this process.
 * @param environment of `readSettings`
 */
export function spawnServer(
	environment: NodeJS.ProcessEnv,
	mode: "production" | "development" = "production",
	output: "inherit" | "pipe" = "inherit",
): ChildProcess {
	const env = { ...environment, NODE_ENV: mode, NODE_COMPILE_CACHE: COMPILED };
	return spawnNode([...MEMORY, SERVER], { env, output });
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

/**
 * Starts the server for one command in its environment: it opens its stores, which it may share with other instances,
 * sends its result and ends before it accepts a request.
 * @param onMessage receives its messages before the result; what it returns is sent back
 * @returns the result, of a shape that belongs to the command
 * @throws CommandError with the refusal, or why it did not start
 */
export async function runInServer<Result>(
	environment: NodeJS.ProcessEnv,
	onMessage?: (message: unknown) => Promise<string | undefined>,
): Promise<Result> {
	// The build that a running app serves from must stay unchanged, even when the sources have changed since.
	await prepare({ build: !isBuilt() });
	const child = spawnServer(environment, "production", "pipe");
	const output = holdOutput(child);
	let result: (Result & { refusal?: string }) | undefined;
	child.on("message", async (message) => {
		result = message as typeof result;
		const reply = await onMessage?.(message);
		if (reply !== undefined && child.connected) child.send(reply);
	});
	const exitCode = await exitCodeOf(child);
	if (result && result.refusal === undefined) return result;
	throw new CommandError(result?.refusal ?? `${output.text()}\n\nThe app did not start (exit code ${exitCode}).`);
}
