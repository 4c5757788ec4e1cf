import { exitCodeOf, forwardSignals, holdOutput } from "../child.mjs";
import { CommandError } from "../command-error.mjs";

/**
 * Waits for a long step of which only the words in `title` are shown, unless it fails: then all it printed.
 * @param {string} title "Building (next build)"
 * @param {import("node:child_process").ChildProcess} child with piped output
 */
export async function quietStep(title, child) {
	const startedAt = performance.now();
	console.log(`${title} …`);
	forwardSignals(child);
	const output = holdOutput(child);
	const code = await exitCodeOf(child);
	// Stopped on request, by Ctrl+C for one: nothing to explain.
	if (code !== 0 && child.killed) process.exit(code);
	if (code !== 0) throw new CommandError(`${output.text()}\n\n${title} failed with exit code ${code}.`);
	console.log(`${title}: done in ${Math.round((performance.now() - startedAt) / 1000)} s`);
}
