// What all commands share: reading their settings, and failing with a message.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { inspect } from "node:util";
import { printableLines } from "./printable.mjs";
import { inProject, PROJECT_DIR } from "./project.mjs";

const PORT_DEFAULT = "3000";
const PORT_MAX = 65_535;

/** Any of these means: manage a real tenant, leave the embedded one off. */
const LIVE_TENANT_VARIABLES = [
	"MANAGEMENT_BASE_URL",
	"AUTH_BASE_URL",
	"MANAGEMENT_CLIENT_ID",
	"MANAGEMENT_CLIENT_SECRET",
	"MANAGEMENT_CLIENT_KEY",
	"MANAGEMENT_CLIENT_KEY_FILE",
	"SIGN_IN_CLIENT_ID",
	"SIGN_IN_CLIENT_SECRET",
];

/**
 * An error that the person at the terminal can correct: shown as its message alone, without a stack. Messages may hold the
 * words of others: they are made printable where they are shown.
 */
export class CommandError extends Error {}

/**
 * Runs the main function of a command whose output is its result: where that can't be written, to a full disk or a program
 * that has ended, the command fails.
 * @param {() => Promise<void> | void} main
 */
export function runCommand(main) {
	process.stdout.once("error", (error) => {
		console.error(`The output could not be written: ${error.message}.`);
		process.on("exit", () => {
			process.exitCode = 1;
		});
	});
	// Nobody is left to tell.
	process.stderr.on("error", () => {});
	runMain(main);
}

/**
 * Runs a main function and turns what it throws into a message and exit code 1.
 * @param {() => Promise<void> | void} main
 */
export function runMain(main) {
	new Promise((resolve) => resolve(main())).catch((error) => {
		console.error(printableLines(error instanceof CommandError ? error.message : inspect(error)));
		process.exit(1);
	});
}

/** @typedef {ReturnType<typeof readSettings>} Settings */

/** Reads `.env` (a variable that is set already wins, an empty one is unset) and the settings of all commands. */
export function readSettings() {
	if (existsSync(inProject(".env"))) process.loadEnvFile(inProject(".env"));
	const port = parsePort(process.env.PORT || PORT_DEFAULT);
	const host = process.env.HOST || "127.0.0.1";
	const dataDir = resolve(PROJECT_DIR, process.env.DATA_DIR || ".data");
	const address = (process.env.APP_URL || `http://localhost:${port}`).replace(/(?<!\/)\/+$/, "");
	return {
		port,
		/** The address to listen on. */
		host,
		/** Absolute. */
		dataDir,
		/** Where a browser finds the app, without a trailing slash. */
		address,
		/** Whether a real tenant is configured. */
		live: LIVE_TENANT_VARIABLES.some((name) => process.env[name]),
		/** The real tenant's address, for people. */
		liveTenant: process.env.MANAGEMENT_BASE_URL || process.env.AUTH_BASE_URL || undefined,
		/** The environment of the app's process. */
		environment: /** @type {NodeJS.ProcessEnv} */ ({
			...process.env,
			PORT: String(port),
			HOST: host,
			DATA_DIR: dataDir,
			APP_URL: address,
			// Set only by `npm run admin`, `npm run secrets`, `npm run templates` and `npm run people`.
			ADMIN_COMMAND: "",
			SECRETS_COMMAND: "",
			TEMPLATES_COMMAND: "",
			PEOPLE_COMMAND: "",
			NEXT_TELEMETRY_DISABLED: "1",
		}),
	};
}

/** @param {string} text */
function parsePort(text) {
	const port = Number(text);
	if (!/^\d+$/.test(text) || port < 1 || port > PORT_MAX) {
		throw new CommandError(`PORT must be a number from 1 to ${PORT_MAX}, not "${text}".`);
	}
	return port;
}
