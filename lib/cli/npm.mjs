import { spawn } from "node:child_process";
import { spawnNode } from "./child.mjs";
import { PROJECT_DIR } from "./project.mjs";

/**
 * Starts npm with piped output.
 * @param {string[]} parameters
 * @param {{ cwd?: string, node?: string }} [options] `node` runs it
 */
export function spawnNpm(parameters, { cwd = PROJECT_DIR, node = process.execPath } = {}) {
	// Started by npm, its script is known; that spares Windows, where npm is a batch file, a shell.
	const npmScript = process.env.npm_execpath;
	if (npmScript?.endsWith("npm-cli.js")) return spawnNode([npmScript, ...parameters], { cwd, node, output: "pipe" });
	return spawn("npm", parameters, { cwd, stdio: ["ignore", "pipe", "pipe"], shell: process.platform === "win32" });
}
