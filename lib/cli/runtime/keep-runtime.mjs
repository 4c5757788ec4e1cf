import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { inProject } from "../project.mjs";
import { pinnedRuntime } from "./pinned-runtime.mjs";

// `npm ci` does not touch it.
const ASIDE = inProject(".next", "cache", "node");

/**
 * `npm ci` empties node_modules, the fetched Node included, on which this very process may run and start others.
 * It is moved out of the way for the time of `work`.
 * @param {(node: string) => Promise<void>} work is given the Node that stays where it is meanwhile
 */
export async function keepRuntime(work) {
	const program = pinnedRuntime()?.program;
	if (!program || !existsSync(program)) return work(process.execPath);
	move(program, ASIDE);
	const putBack = () => move(ASIDE, program);
	process.once("exit", putBack);
	try {
		await work(ASIDE);
	} finally {
		process.off("exit", putBack);
		putBack();
	}
}

/**
 * @param {string} from
 * @param {string} to appears whole or not at all
 */
function move(from, to) {
	mkdirSync(dirname(to), { recursive: true });
	try {
		renameSync(from, to);
	} catch {
		// node_modules is on another disk.
		copyFileSync(from, `${to}.part`);
		renameSync(`${to}.part`, to);
		rmSync(from);
	}
}
