import { CommandError } from "../command-error.mjs";
import { inProject } from "../project.mjs";
import { stopWithNpm } from "../stop-with-npm.mjs";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";
import { withLock } from "./lock.mjs";

const NODE_OLDEST = [20, 19];
// `next build` keeps this folder and `npm ci` does not touch it.
const LOCK = inProject(".next", "cache", "prepare.lock");

/**
 * Brings packages and, where asked for, the build up to date. Of several commands started in one checkout one works and
 * the others wait for it.
 * @param {{ build: boolean }} wanted
 */
export async function prepare({ build }) {
	checkNodeVersion();
	const onWait = (/** @type {string} */ owner) =>
		console.log(`Waiting for another command (process ${owner}) that is preparing this checkout …`);
	const endWatch = stopWithNpm(() => process.exit(1));
	await withLock(LOCK, onWait, async () => {
		await ensureInstalled();
		if (build) await ensureBuilt();
	});
	endWatch();
}

function checkNodeVersion() {
	const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
	const [oldestMajor = 0, oldestMinor = 0] = NODE_OLDEST;
	if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
		throw new CommandError(`Node ${NODE_OLDEST.join(".")} or newer is needed; this is ${process.versions.node}.`);
	}
}
