import { relative } from "node:path";

/**
 * One test of a report. A flaky one, which passes at times only, is a failed one.
 * @typedef {{ title: string, status: "passed" | "failed" | "skipped", seconds: number, message?: string }} ToldTest
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");
const MILLISECONDS = 1000;

/**
 * The tests of a Vitest JSON report, "file › title". A file that could not be loaded is a failed test.
 * @param {any} report undefined where there is none
 * @returns {ToldTest[]}
 */
export function vitestTests(report) {
	return (report?.testResults ?? []).flatMap((/** @type {any} */ file) => {
		const name = relative(".", file.name);
		/** @type {ToldTest[]} */
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
 * @returns {ToldTest[]}
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
 * @returns {ToldTest[]}
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
 * @param {ToldTest[]} tests
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countsOf(tests, exitCode) {
	const count = (/** @type {ToldTest["status"]} */ wanted) => tests.filter(({ status }) => status === wanted).length;
	const failed = count("failed");
	return { passed: count("passed"), failed: failed === 0 && exitCode !== 0 ? 1 : failed, skipped: count("skipped") };
}

/**
 * @param {ToldTest[]} tests
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
 * @param {ToldTest[]} tests
 * @param {number} many
 * @returns {string[]} the slowest ones first, "seconds title"
 */
export function slowestOf(tests, many) {
	return tests
		.toSorted((one, other) => other.seconds - one.seconds)
		.slice(0, many)
		.map(({ seconds, title }) => `${seconds.toFixed(1).padStart(6)} s  ${title}`);
}
