import { relative } from "node:path";

/**
 * The failed tests of a Vitest JSON report, a file that could not be loaded included.
 * @param {any} report
 * @returns {string[]} "file › title: the first line of what went wrong"
 */
export function vitestFailures(report) {
	return (report?.testResults ?? []).flatMap((/** @type {any} */ file) => {
		const name = relative(".", file.name);
		const failed = file.assertionResults.filter((/** @type {any} */ test) => test.status === "failed");
		if (failed.length === 0 && file.status === "failed") return [told(name, file.message)];
		return failed.map((/** @type {any} */ test) => told(`${name} › ${test.fullName}`, test.failureMessages[0]));
	});
}

/**
 * The failed and unsteady tests of a Playwright JSON report, and what went wrong outside every test.
 * @param {any} report
 * @returns {string[]} "file › title: the first line of what went wrong"
 */
export function playwrightFailures(report) {
	const outside = (report?.errors ?? []).map((/** @type {any} */ error) => told("Playwright", error.message));
	return [...outside, ...(report?.suites ?? []).flatMap((/** @type {any} */ suite) => failuresOfSuite(suite, []))];
}

/**
 * @param {any} suite
 * @param {string[]} above titles of the suites around it
 * @returns {string[]}
 */
function failuresOfSuite(suite, above) {
	const titles = [...above, suite.title];
	const own = (suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
		spec.tests
			.filter((/** @type {any} */ test) => ["unexpected", "flaky"].includes(test.status))
			.map((/** @type {any} */ test) => {
				const error = test.results.find((/** @type {any} */ result) => result.error)?.error;
				return told([...titles, spec.title].join(" › "), error?.message);
			}),
	);
	return [...own, ...(suite.suites ?? []).flatMap((/** @type {any} */ inner) => failuresOfSuite(inner, titles))];
}

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

/**
 * @param {string} title
 * @param {string | undefined} message
 */
function told(title, message) {
	const lines = (message ?? "").replaceAll(COLOURS, "").split("\n");
	const [first = ""] = lines.filter((line) => line.trim() !== "");
	return `${title}: ${first || "no message"}`;
}
