import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isRunning, onNpmExit } from "../child.mjs";
import { inProject } from "../project.mjs";

// `next build` keeps this folder and `npm ci` does not touch it.
const LOCK = inProject(".next", "cache", "prepare.lock");
const POLL_MILLISECONDS = 200;

/**
 * Runs `work` while no other process holds the lock of this checkout. A lock whose owner has died is taken over.
 * @param {() => Promise<void>} work
 */
export async function withCheckoutLock(work) {
	const endWatch = onNpmExit(() => process.exit(1));
	mkdirSync(dirname(LOCK), { recursive: true });
	let waiting = false;
	while (!tryLock()) {
		const owner = readOwner();
		if (owner === undefined) continue;
		if (!isAlive(owner)) {
			removeStale(owner);
			continue;
		}
		if (!waiting) console.error(`Waiting for another command (process ${owner}) that is preparing this checkout …`);
		waiting = true;
		await delay(POLL_MILLISECONDS);
	}
	const release = () => rmSync(LOCK, { force: true });
	process.once("exit", release);
	try {
		await work();
	} finally {
		process.off("exit", release);
		release();
		endWatch();
	}
}

/** A link appears with its content in one step; a file that is created and then written could be read empty. */
function tryLock() {
	const candidate = `${LOCK}.${process.pid}`;
	writeFileSync(candidate, String(process.pid));
	try {
		linkSync(candidate, LOCK);
		return true;
	} catch (error) {
		if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
		throw error;
	} finally {
		rmSync(candidate, { force: true });
	}
}

/** @returns {string | undefined} its process id, undefined when the lock has just been released */
function readOwner() {
	try {
		return readFileSync(LOCK, "utf8");
	} catch {
		return undefined;
	}
}

/** @param {string} owner */
function isAlive(owner) {
	const pid = Number(owner);
	// A lock with the id of this process was written by an earlier process with the same id.
	return Number.isInteger(pid) && pid > 0 && pid !== process.pid && isRunning(pid);
}

/**
 * Moves the dead owner's lock away instead of deleting by name, so that of several waiters one wins; a fresh lock that
 * was moved by mistake is put back.
 * @param {string} owner
 */
function removeStale(owner) {
	const moved = `${LOCK}.stale.${process.pid}`;
	try {
		renameSync(LOCK, moved);
		if (readFileSync(moved, "utf8") !== owner) linkSync(moved, LOCK);
	} catch {
		// Another waiter was first; the next round sees which.
	} finally {
		rmSync(moved, { force: true });
	}
}
