import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";

const POLL_MILLISECONDS = 250;
const SHELLS = new Set(["sh", "bash", "dash", "zsh", "ash"]);

/**
 * npm passes signals on to its shell, which may end without passing them on; and npm killed outright passes nothing.
 * Either way what it had started would go on without it.
 * @param {() => void} stop called when this process was started by npm and npm is gone
 * @returns {() => void} ends the watch
 */
export function stopWithNpm(stop) {
	if (!process.env.npm_lifecycle_event || process.platform === "win32") return () => {};
	const npm = findNpm();
	const timer = setInterval(() => {
		if (isRunning(npm)) return;
		clearInterval(timer);
		stop();
	}, POLL_MILLISECONDS);
	timer.unref();
	return () => clearInterval(timer);
}

/** npm runs a script through a shell, which may or may not step aside for the script's own process. */
function findNpm() {
	const { command, parent } = describeProcess(process.ppid);
	return SHELLS.has(command) ? parent : process.ppid;
}

/**
 * @param {number} pid
 * @returns {{ command: string, parent: number }}
 */
function describeProcess(pid) {
	try {
		// "pid (command) state ppid …"; a slim container has no `ps`.
		const [, command = "", parent] = /^\d+ \((.*)\) \S+ (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
		return { command, parent: Number(parent) };
	} catch {
		const { stdout } = spawnSync("ps", ["-o", "ppid=,comm=", "-p", String(pid)], { encoding: "utf8" });
		const [, parent, command = ""] = /^\s*(\d+)\s+(.*)$/m.exec(stdout ?? "") ?? [];
		return { command: basename(command).replace(/^-/, ""), parent: Number(parent) };
	}
}

/** @param {number} pid */
function isRunning(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
	}
}
