// What a run of all tests reports: its tests, from the reports of both runners, and the time and CPU of each phase.
import { readFileSync } from "node:fs";
import { relative } from "node:path";

/** One test of a report. A flaky test, which passes only sometimes, is a failed one. */
export type TestResult = {
	title: string;
	status: "passed" | "failed" | "skipped";
	seconds: number;
	message?: string | undefined;
};
export type Counts = Record<TestResult["status"], number>;

/** The parts of the JSON reports that are read. */
type VitestTest = { fullName: string; status: string; duration?: number; failureMessages?: string[] };
type VitestFile = { name: string; status: string; message: string; assertionResults: VitestTest[] };
type PlaywrightRun = { duration?: number; error?: { message: string } };
type PlaywrightSpec = { title: string; tests: { projectName: string; status: string; results: PlaywrightRun[] }[] };
type PlaywrightSuite = { title: string; specs?: PlaywrightSpec[]; suites?: PlaywrightSuite[] };
export type PlaywrightReport = {
	config?: { projects: { name: string; metadata: { testsMax: number } }[] };
	errors?: { message: string }[];
	suites?: PlaywrightSuite[];
};

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");
const MILLISECONDS = 1000;

/** In `/proc/self/stat`: CPU time of the child processes that were waited for, in clock ticks (proc_pid_stat(5)). */
const CHILDREN_USER_FIELD = 16;
const TICKS_PER_SECOND = 100;

/**
 * What each phase of the tests may cost, together 720 CPU seconds of the processes that are waited for: browsers leave some
 * behind, and use a third more. It depends on the machine, so a phase above it is reported, and fails nothing.
 */
const CPU_SECONDS_MAX = { checks: 45, build: 55, unit: 260, browser: 360 };

/** The tests of a Vitest JSON report, "file › title". A file that could not be loaded is a failed test. */
export function vitestTests(report: { testResults: VitestFile[] } | undefined): TestResult[] {
	return (report?.testResults ?? []).flatMap((file) => {
		const name = relative(".", file.name);
		const tests = file.assertionResults.map<TestResult>((test) => ({
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

/** The tests of a Playwright JSON report, "project › file › title". An error outside every test is a failed test. */
export function playwrightTests(report: PlaywrightReport | undefined): TestResult[] {
	const outside = (report?.errors ?? []).map(
		({ message }) => ({ title: "Playwright", status: "failed", seconds: 0, message }) as const,
	);
	return [...outside, ...(report?.suites ?? []).flatMap((suite) => testsOfSuite(suite, []))];
}

/** @param above titles of the suites around it */
function testsOfSuite(suite: PlaywrightSuite, above: string[]): TestResult[] {
	const titles = [...above, suite.title];
	const own = (suite.specs ?? []).flatMap((spec) =>
		spec.tests.map<TestResult>((test) => ({
			title: [test.projectName, ...titles, spec.title].filter(Boolean).join(" › "),
			status: test.status === "expected" ? "passed" : test.status === "skipped" ? "skipped" : "failed",
			seconds: test.results.reduce((sum, { duration = 0 }) => sum + duration, 0) / MILLISECONDS,
			message: test.results.find(({ error }) => error)?.error?.message,
		})),
	);
	return [...own, ...(suite.suites ?? []).flatMap((inner) => testsOfSuite(inner, titles))];
}

/** A run may fail without a failed test, by an error outside every test for example: that is one. */
export function countsOf(tests: TestResult[], exitCode: number): Counts {
	const count = (expected: TestResult["status"]) => tests.filter(({ status }) => status === expected).length;
	const failed = count("failed");
	return { passed: count("passed"), failed: failed === 0 && exitCode !== 0 ? 1 : failed, skipped: count("skipped") };
}

/** @returns for each failed test, "title: the first line of its error" */
export function failuresOf(tests: TestResult[]): string[] {
	return tests
		.filter(({ status }) => status === "failed")
		.map(({ title, message = "" }) => {
			const lines = message.replaceAll(COLOURS, "").split("\n");
			return `${title}: ${lines.find((line) => line.trim() !== "") ?? "no message"}`;
		});
}

/** @returns the slowest ones first, "seconds title" */
export function slowestOf(tests: TestResult[], many: number): string[] {
	return tests
		.toSorted((one, other) => other.seconds - one.seconds)
		.slice(0, many)
		.map(({ seconds, title }) => `${seconds.toFixed(1).padStart(6)} s  ${title}`);
}

export type Phase = { name: keyof typeof CPU_SECONDS_MAX; seconds: number; cpuSeconds: number | null };

/** Runs a phase, and measures it. */
export async function measured(name: Phase["name"], work: () => Promise<void>): Promise<Phase> {
	const [start, cpuStart] = [performance.now(), cpuSecondsOfChildren()];
	await work();
	const cpuEnd = cpuSecondsOfChildren();
	const cpuSeconds = cpuStart === null || cpuEnd === null ? null : cpuEnd - cpuStart;
	return { name, seconds: (performance.now() - start) / 1000, cpuSeconds };
}

/** @returns "unit: 115 s, 221 of 300 CPU seconds"; the long run has no limit */
export function phaseInWords({ name, seconds, cpuSeconds }: Phase): string {
	const wall = `${name}: ${Math.round(seconds)} s`;
	if (cpuSeconds === null) return wall;
	if (process.env.LONG) return `${wall}, ${Math.round(cpuSeconds)} CPU seconds`;
	const beyond = cpuSeconds > CPU_SECONDS_MAX[name] ? ": more than it may cost" : "";
	return `${wall}, ${Math.round(cpuSeconds)} of ${CPU_SECONDS_MAX[name]} CPU seconds${beyond}`;
}

/** @returns null where the system does not report it */
function cpuSecondsOfChildren(): number | null {
	try {
		const fields = readFileSync("/proc/self/stat", "utf8")
			.replace(/^.*\) /s, "")
			.split(" ");
		// The first two fields, of which one may contain blanks, are cut off.
		const [user = 0, system = 0] = fields.slice(CHILDREN_USER_FIELD - 3).map(Number);
		return (user + system) / TICKS_PER_SECOND;
	} catch {
		return null;
	}
}
