// `npm run admin -- …`: manages the embedded tenant's admins. Works beside a running app, and without one.

import { CommandError, readSettings, runCommand } from "../command.mjs";
import { printable } from "../printable.mjs";
import { isObject, runInServer } from "../start/server-process.ts";

const USAGE = `Usage:
  npm run admin -- list
  npm run admin -- add EMAIL editor|support|viewer
  npm run admin -- role EMAIL editor|support|viewer
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
const ROLE = /^(editor|support|viewer)$/;

runCommand(async () => {
	const command = readCommand(process.argv.slice(2));
	const { environment, live } = readSettings();
	if (live) throw new CommandError("A real tenant is configured: EDITORS, SUPPORT and VIEWERS name its admins.");
	const { lines } = await runInServer({ ...environment, ADMIN_COMMAND: JSON.stringify(command) }, hasLines);
	console.log(lines.map(printable).join("\n"));
});

/**
 * @param {unknown} result
 * @returns {result is { lines: string[] }}
 */
function hasLines(result) {
	return isObject(result) && "lines" in result && Array.isArray(result.lines) && result.lines.every(isText);
}

/** @param {unknown} line */
function isText(line) {
	return typeof line === "string";
}

/** @param {string[]} words */
function readCommand([name = "", ...given]) {
	const expected = PARAMETERS.get(name);
	if (!expected || given.length !== expected.length) throw new CommandError(USAGE);
	const [email, role] = given;
	if (email !== undefined && !EMAIL.test(email)) throw new CommandError(`"${email}" is no e-mail address.\n\n${USAGE}`);
	if (role !== undefined && !ROLE.test(role))
		throw new CommandError(`A role is editor, support or viewer.\n\n${USAGE}`);
	return Object.fromEntries([["name", name], ...expected.map((key, index) => [key, given[index]])]);
}
