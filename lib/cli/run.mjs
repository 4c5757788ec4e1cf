// Every command begins here, on whatever Node there is: `node lib/cli/run.mjs SCRIPT …` goes on with the script (its path
// in the project) in this process or, where this Node is too old for the project, on the one pinned in runtime/.
// What this file itself needs is Node 12.
import { fileURLToPath } from "node:url";
import { NODE_NEEDED, THIS_NODE, whatToInstall } from "./runtime/node-needed.mjs";

/** What the way to the pinned Node needs. */
const FETCHES_FROM = 18;

const [, , script = "", ...parameters] = process.argv;
const address = new URL(`../../${script}`, import.meta.url);
const version = Number.parseInt(process.versions.node, 10);

if (version >= NODE_NEEDED) {
	process.argv.splice(1, 2, fileURLToPath(address));
	// biome-ignore lint/plugin: no import of this module, the script is what package.json or a test asked for.
	import(address.href).catch(fail);
} else if (version >= FETCHES_FROM) {
	import("./runtime/continue-on-runtime.mjs")
		.then((runtime) => runtime.continueOnRuntime(fileURLToPath(address), parameters))
		.catch(fail);
} else {
	console.error(whatToInstall(`${THIS_NODE} is too old here`));
	process.exitCode = 1;
}

/** @param {unknown} error */
function fail(error) {
	console.error(error);
	process.exit(1);
}
