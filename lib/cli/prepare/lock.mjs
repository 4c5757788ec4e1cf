import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const POLL_MILLISECONDS = 200;

/**
 * Runs `work` while no other process holds the lock. A lock whose owner has died is taken over.
 * @template T
 * @param {string} file the lock: a file that holds its owner's process id
 * @param {(owner: string) => void} onWait called once when another process holds it
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, onWait, work) {
	mkdirSync(dirname(file), { recursive: true });
	let waiting = false;
	while (!tryLock(file)) {
		const owner = readOwner(file);
		if (owner === undefined) continue;
		if (!isAlive(owner)) {
			removeStale(file, owner);
			continue;
		}
		if (!waiting) onWait(owner);
		waiting = true;
		await delay(POLL_MILLISECONDS);
	}
	const release = () => rmSync(file, { force: true });
	process.once("exit", release);
	try {
		return await work();
	} finally {
		process.off("exit", release);
		release();
	}
}

/**
 * A link appears with its content in one step; a file that is created and then written could be read empty.
 * @param {string} file
 */
function tryLock(file) {
	const candidate = `${file}.${process.pid}`;
	writeFileSync(candidate, String(process.pid));
	try {
		linkSync(candidate, file);
		return true;
	} catch (error) {
		if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
		throw error;
	} finally {
		rmSync(candidate, { force: true });
	}
}

/**
 * @param {string} file
 * @returns {string | undefined} undefined when the lock has just been released
 */
function readOwner(file) {
	try {
		return readFileSync(file, "utf8");
	} catch {
		return undefined;
	}
}

/** @param {string} owner */
function isAlive(owner) {
	const pid = Number(owner);
	// A number that was given to this very process was another's before.
	if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
	}
}

/**
 * Moves the dead owner's lock away instead of deleting by name, so that of several waiters one wins; a fresh lock that
 * was moved by mistake is put back.
 * @param {string} file
 * @param {string} owner
 */
function removeStale(file, owner) {
	const moved = `${file}.stale.${process.pid}`;
	try {
		renameSync(file, moved);
		if (readFileSync(moved, "utf8") !== owner) linkSync(moved, file);
	} catch {
		// Somebody else was first; the next round sees who.
	} finally {
		rmSync(moved, { force: true });
	}
}
