import { readFileSync } from "node:fs";

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * Counts of a Vitest run from its JSON report.
 * @param {string} file
 * @param {number} exitCode
 */
export function vitestCounts(file, exitCode) {
	const report = readReport(file);
	return withExitCode(exitCode, {
		passed: report?.numPassedTests ?? 0,
		failed: report?.numFailedTests ?? 0,
		skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
	});
}

/**
 * Counts of a Playwright run from its JSON report.
 * @param {string} file
 * @param {number} exitCode
 */
export function playwrightCounts(file, exitCode) {
	const stats = readReport(file)?.stats;
	return withExitCode(exitCode, {
		passed: stats?.expected ?? 0,
		// A test that passes at times only is no passing test.
		failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
		skipped: stats?.skipped ?? 0,
	});
}

/**
 * A run may fail without a failed test: a file that can't be loaded, an error outside every test, no test at all.
 * @param {number} exitCode
 * @param {Counts} counts
 * @returns {Counts}
 */
function withExitCode(exitCode, counts) {
	const failedUnseen = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0);
	return failedUnseen ? { ...counts, failed: 1 } : counts;
}

/** @param {string} file */
function readReport(file) {
	try {
		return JSON.parse(readFileSync(file, "utf8"));
	} catch {
		return undefined;
	}
}
