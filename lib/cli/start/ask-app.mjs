import { exitCodeOf, holdOutput } from "../child.mjs";
import { CommandError } from "../command-error.mjs";
import { startServer } from "./start-server.mjs";

/**
 * Starts the app for one command that is in its environment: it opens its stores, which it may share with other
 * instances, answers and ends before it takes a request.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<any>} the answer, of a shape that belongs to the command
 * @throws CommandError with what it refused, or why it did not start
 */
export async function askApp(environment) {
	const child = startServer(environment, { output: "pipe" });
	const output = holdOutput(child);
	/** @type {{ refusal?: string } | undefined} */
	let answer;
	child.on("message", (message) => {
		answer = /** @type {typeof answer} */ (message);
	});
	const exitCode = await exitCodeOf(child);
	if (answer && answer.refusal === undefined) return answer;
	throw new CommandError(answer?.refusal ?? `${output.text()}\n\nThe app did not start (exit code ${exitCode}).`);
}
