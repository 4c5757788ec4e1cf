/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * Counts of a Vitest run from its JSON report.
 * @param {any} report undefined where there is none
 * @param {number} exitCode
 */
export function vitestCounts(report, exitCode) {
	return withExitCode(exitCode, {
		passed: report?.numPassedTests ?? 0,
		failed: report?.numFailedTests ?? 0,
		skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
	});
}

/**
 * Counts of a Playwright run from its JSON report.
 * @param {any} report undefined where there is none
 * @param {number} exitCode
 */
export function playwrightCounts(report, exitCode) {
	const stats = report?.stats;
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
