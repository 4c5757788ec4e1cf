// Runs on Node 12, as run.mjs does: one sentence is more use there than a syntax error.
import { readFileSync } from "node:fs";

const { engines } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));

/** The oldest major version of Node that the project runs on, as `engines` in package.json says. */
export const NODE_NEEDED = Number.parseInt(engines.node.replace(/^\D+/, ""), 10);

/** This Node, for people. */
export const THIS_NODE = `Node ${process.versions.node}`;

/**
 * @param {string} reason why it can't go on by itself
 * @returns {string} one sentence
 */
export function whatToInstall(reason) {
	return `${reason}: install Node ${NODE_NEEDED} or newer from https://nodejs.org.`;
}
