// What a run of all tests reports: its tests from the reports of both runners, and what each phase took.
import { readFileSync } from "node:fs";
import { relative } from "node:path";

/**
 * One test of a report. A flaky one, which passes at times only, is a failed one.
 * @typedef {{ title: string, status: "passed" | "failed" | "skipped", seconds: number, message?: string }} TestResult
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");
const MILLISECONDS = 1000;

/** Of `/proc/self/stat`: what the processes that were waited for have used, in clock ticks (proc_pid_stat(5)). */
const CHILDREN_USER_FIELD = 16;
const TICKS_PER_SECOND = 100;

/**
 * What each phase of the tests may cost, in CPU seconds of the processes that are waited for: browsers leave some behind, and
 * use a third more. What a phase uses depends on the machine, so one that is beyond it is reported, and fails nothing.
 */
const CPU_SECONDS_MAX = { checks: 45, build: 55, unit: 280, browser: 400 };

/**
 * The tests of a Vitest JSON report, "file › title". A file that could not be loaded is a failed test.
 * @param {any} report undefined where there is none
 * @returns {TestResult[]}
 */
export function vitestTests(report) {
	return (report?.testResults ?? []).flatMap((/** @type {any} */ file) => {
		const name = relative(".", file.name);
		/** @type {TestResult[]} */
		const tests = file.assertionResults.map((/** @type {any} */ test) => ({
			title: `${name} › ${test.fullName}`,
			status: test.status === "passed" || test.status === "failed" ? test.status : "skipped",
			seconds: (test.duration ?? 0) / MILLISECONDS,
			message: test.failureMessages?.[0],
		}));
		const hasFailed = tests.some(({ status }) => status === "failed");
		if (file.status !== "failed" || hasFailed) return tests;
		return [...tests, { title: name, status: "failed", seconds: 0, message: file.message }];
	});
}

/**
 * The tests of a Playwright JSON report, "project › file › title". What went wrong outside every test is a failed test.
 * @param {any} report undefined where there is none
 * @returns {TestResult[]}
 */
export function playwrightTests(report) {
	const outside = (report?.errors ?? []).map((/** @type {any} */ error) => ({
		...{ title: "Playwright", status: "failed", seconds: 0 },
		message: error.message,
	}));
	return [...outside, ...(report?.suites ?? []).flatMap((/** @type {any} */ suite) => testsOfSuite(suite, []))];
}

/**
 * @param {any} suite
 * @param {string[]} above titles of the suites around it
 * @returns {TestResult[]}
 */
function testsOfSuite(suite, above) {
	const titles = [...above, suite.title];
	const own = (suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
		spec.tests.map((/** @type {any} */ test) => ({
			title: [test.projectName, ...titles, spec.title].filter(Boolean).join(" › "),
			status: test.status === "expected" ? "passed" : test.status === "skipped" ? "skipped" : "failed",
			seconds:
				test.results.reduce((/** @type {number} */ sum, /** @type {any} */ result) => sum + (result.duration ?? 0), 0) /
				MILLISECONDS,
			message: test.results.find((/** @type {any} */ result) => result.error)?.error.message,
		})),
	);
	return [...own, ...(suite.suites ?? []).flatMap((/** @type {any} */ inner) => testsOfSuite(inner, titles))];
}

/**
 * A run may fail without a failed test, by an error outside every test for example: that is one.
 * @param {TestResult[]} tests
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countsOf(tests, exitCode) {
	const count = (/** @type {TestResult["status"]} */ wanted) => tests.filter(({ status }) => status === wanted).length;
	const failed = count("failed");
	return { passed: count("passed"), failed: failed === 0 && exitCode !== 0 ? 1 : failed, skipped: count("skipped") };
}

/**
 * @param {TestResult[]} tests
 * @returns {string[]} of those that failed, "title: the first line of what went wrong"
 */
export function failuresOf(tests) {
	return tests
		.filter(({ status }) => status === "failed")
		.map(({ title, message = "" }) => {
			const lines = message.replaceAll(COLOURS, "").split("\n");
			return `${title}: ${lines.find((line) => line.trim() !== "") ?? "no message"}`;
		});
}

/**
 * @param {TestResult[]} tests
 * @param {number} many
 * @returns {string[]} the slowest ones first, "seconds title"
 */
export function slowestOf(tests, many) {
	return tests
		.toSorted((one, other) => other.seconds - one.seconds)
		.slice(0, many)
		.map(({ seconds, title }) => `${seconds.toFixed(1).padStart(6)} s  ${title}`);
}

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

/** @returns {number | null} null where the system does not report it */
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
