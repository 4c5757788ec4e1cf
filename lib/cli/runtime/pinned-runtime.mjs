import { readFileSync } from "node:fs";
import { inProject } from "../project.mjs";

const LOCKFILE = inProject("lib", "cli", "runtime", "package-lock.json");

/**
 * @typedef {object} Runtime the Node to go on with where the one at hand is too old
 * @property {string} name the npm package that holds it for this platform
 * @property {{ version: string, integrity: string }} locked
 * @property {string} folder where it is put, named by its version: what is there is whole, and never written again
 * @property {string} program in that folder
 */

/**
 * What the lockfile of this folder pins for this platform; `npm install --package-lock-only` renews it.
 * @returns {Runtime | undefined} undefined where the registry has none
 */
export function pinnedRuntime() {
	const platform = `${process.platform}-${process.arch}`;
	const name = `node-${platform}`;
	const locked = JSON.parse(readFileSync(LOCKFILE, "utf8")).packages[`node_modules/${name}`];
	if (!locked) return undefined;
	const folder = inProject("node_modules", ".cache", `node-${locked.version}-${platform}`);
	return { name, locked, folder, program: `${folder}/node` };
}
