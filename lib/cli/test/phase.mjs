import { readFileSync } from "node:fs";

/** Of `/proc/self/stat`: what the processes that were waited for have used, in clock ticks (proc_pid_stat(5)). */
const CHILDREN_USER_FIELD = 16;
const TICKS_PER_SECOND = 100;

/**
 * What each phase of the tests may cost, in CPU seconds of the processes that are waited for: browsers leave some behind, and
 * use a third more. What a phase uses depends on the machine, so one that is beyond it is told, and fails nothing.
 */
const CPU_SECONDS_MAX = { checks: 45, build: 55, unit: 280, browser: 400 };

/** @typedef {{ name: keyof typeof CPU_SECONDS_MAX, seconds: number, cpuSeconds: number | null }} Phase */

/**
 * Runs a phase, and measures it.
 * @param {Phase["name"]} name
 * @param {() => Promise<void>} work
 * @returns {Promise<Phase>}
 */
export async function measured(name, work) {
	const [start, cpuStart] = [performance.now(), cpuSecondsOfChildren()];
	await work();
	const cpuEnd = cpuSecondsOfChildren();
	const cpuSeconds = cpuStart === null || cpuEnd === null ? null : cpuEnd - cpuStart;
	return { name, seconds: (performance.now() - start) / 1000, cpuSeconds };
}

/**
 * @param {Phase} phase
 * @returns {string} "unit: 115 s, 221 of 300 CPU seconds"; the long run may cost what it does
 */
export function phaseInWords({ name, seconds, cpuSeconds }) {
	const wall = `${name}: ${Math.round(seconds)} s`;
	if (cpuSeconds === null) return wall;
	if (process.env.LONG) return `${wall}, ${Math.round(cpuSeconds)} CPU seconds`;
	const beyond = cpuSeconds > CPU_SECONDS_MAX[name] ? ": more than it may cost" : "";
	return `${wall}, ${Math.round(cpuSeconds)} of ${CPU_SECONDS_MAX[name]} CPU seconds${beyond}`;
}

/** @returns {number | null} null where the system does not tell */
function cpuSecondsOfChildren() {
	try {
		const fields = readFileSync("/proc/self/stat", "utf8")
			.replace(/^.*\) /s, "")
			.split(" ");
		// The first two fields, of which one may hold blanks, are gone.
		const [user = 0, system = 0] = fields.slice(CHILDREN_USER_FIELD - 3).map(Number);
		return (user + system) / TICKS_PER_SECOND;
	} catch {
		return null;
	}
}
