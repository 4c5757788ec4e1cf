import { inProject } from "../project.mjs";
import { withLock } from "./lock.mjs";

// `next build` keeps this folder and `npm ci` does not touch it.
const LOCK = inProject(".next", "cache", "prepare.lock");

/**
 * Of several commands started in one checkout one works and the others wait for it.
 * @param {() => Promise<void>} work
 */
export function withCheckoutLock(work) {
	const onWait = (/** @type {string} */ owner) =>
		console.error(`Waiting for another command (process ${owner}) that is preparing this checkout …`);
	return withLock(LOCK, onWait, work);
}
