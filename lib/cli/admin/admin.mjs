// `npm run admin -- …`: who administrates the embedded tenant. Works beside a running app, and without one.

import { exitCodeOf, holdOutput } from "../child.mjs";
import { CommandError, runMain } from "../command-error.mjs";
import { readSettings } from "../environment.mjs";
import { isBuilt } from "../prepare/build.mjs";
import { prepare } from "../prepare/prepare.mjs";
import { startServer } from "../start/start-server.mjs";

const USAGE = `Usage:
  npm run admin -- list
  npm run admin -- add EMAIL editor|viewer
  npm run admin -- role EMAIL editor|viewer
  npm run admin -- reset-password EMAIL
  npm run admin -- remove EMAIL`;
const PARAMETERS = new Map([
	["list", []],
	["add", ["email", "role"]],
	["role", ["email", "role"]],
	["reset-password", ["email"]],
	["remove", ["email"]],
]);
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const ROLE = /^(editor|viewer)$/;

runMain(async () => {
	const command = readCommand(process.argv.slice(2));
	const { environment, live } = readSettings();
	if (live) throw new CommandError("A real tenant is configured: EDITORS and VIEWERS name its admins.");
	// The build that a running app serves from must stay under it, even when the sources have changed since.
	await prepare({ build: !isBuilt() });
	const lines = await askApp(command, environment);
	console.log(lines.join("\n"));
});

/** @param {string[]} words */
function readCommand([name = "", ...given]) {
	const expected = PARAMETERS.get(name);
	if (!expected || given.length !== expected.length) throw new CommandError(USAGE);
	const [email, role] = given;
	if (email !== undefined && !EMAIL.test(email)) throw new CommandError(`"${email}" is no e-mail address.\n\n${USAGE}`);
	if (role !== undefined && !ROLE.test(role)) throw new CommandError(`A role is editor or viewer.\n\n${USAGE}`);
	return Object.fromEntries([["name", name], ...expected.map((key, index) => [key, given[index]])]);
}

/**
 * Starts the app for this one command: it opens its stores, which it may share with other instances, answers and ends
 * before it takes a request.
 * @param {object} command
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<string[]>}
 */
async function askApp(command, environment) {
	const env = { ...environment, ADMIN_COMMAND: JSON.stringify(command) };
	const child = startServer(env, { output: "pipe" });
	const output = holdOutput(child);
	/** @type {{ lines?: string[], refusal?: string }} */
	let answer = {};
	child.on("message", (message) => {
		answer = /** @type {typeof answer} */ (message);
	});
	const exitCode = await exitCodeOf(child);
	if (answer.lines) return answer.lines;
	throw new CommandError(answer.refusal ?? `${output.text()}\n\nThe app did not start (exit code ${exitCode}).`);
}
