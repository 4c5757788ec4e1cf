// Every command begins here, on any Node: `node lib/cli/run.mjs SCRIPT …` runs the script (its path in the project) in this
// process or, where this Node is too old for the project, on the one pinned in runtime/. This file itself needs Node 12:
// there one sentence is more useful than a syntax error.
import { readFileSync } from "node:fs";
import module from "node:module";
import { fileURLToPath } from "node:url";
import { COMPILED } from "./project.mjs";

/** The Node version that fetching the pinned Node needs. */
const FETCHES_FROM = 18;

const [, , script = "", ...parameters] = process.argv;
const address = new URL(`../../${script}`, import.meta.url);
const { engines } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
const needed = Number.parseInt(engines.node.replace(/^\D+/, ""), 10);
const version = Number.parseInt(process.versions.node, 10);

if (version >= needed) {
	process.argv.splice(1, 2, fileURLToPath(address));
	// First of all: what strips types from a module, 15 MB of memory, is loaded for the first that was not stripped before.
	module.enableCompileCache(COMPILED);
	// biome-ignore lint/plugin: no import of this module, the script is what package.json or a test names.
	import(address.href).catch(fail);
} else if (version >= FETCHES_FROM) {
	import("./runtime/runtime.mjs")
		.then((runtime) => runtime.continueOnRuntime(fileURLToPath(address), parameters))
		.catch((error) => fail(error.name === "NoRuntime" ? whatToInstall(error.message) : error));
} else {
	fail(whatToInstall(`Node ${process.versions.node} is too old here`));
}

/**
 * @param {string} reason why it can't continue by itself
 * @returns {string} one sentence
 */
function whatToInstall(reason) {
	return `${reason}: install Node ${needed} or newer from https://nodejs.org.`;
}

/** @param {unknown} error */
function fail(error) {
	console.error(error);
	process.exit(1);
}
