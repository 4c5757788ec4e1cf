// `npm test`: installs what is out of date, then runs every check and every test: quick checks first, then the build, unit
// tests and browser tests. The last line counts the tests that Vitest and Playwright ran, and each check as one test;
// before it come the cost of each phase, the slowest tests, all failures again, the number of tests that this machine
// skipped, and the programs that it lacks for them.
// `npm test -- --changed` runs the checks, and of the tests those that uncommitted changes touch; `--changed=main` those
// that are touched by what differs from a branch or commit. `npm run test:long` is all of it with many more rounds where
// chance plays a part (races, kills, random input), everything on both engines, and a build without the identity service.
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lacks, TOOL_NAMES } from "../../testing/programs.mjs";
import { exitCodeOf, forwardSignals, onNpmExit, quietStep, spawnNode } from "../child.mjs";
import { CommandError, runMain } from "../command.mjs";
import { prepare } from "../prepare/prepare.mjs";
import { BIOME, COMPILED, KNIP, nextCommand, PLAYWRIGHT, TSC, VITEST } from "../project.mjs";
import { buildWithoutService, checkTypesWithoutService } from "./deletion-check.ts";
import { startPostgres } from "./postgres.ts";
import {
	type Counts,
	countsOf,
	failuresOf,
	measured,
	type Phase,
	type PlaywrightReport,
	phaseInWords,
	playwrightTests,
	slowestOf,
	type TestResult,
	vitestTests,
} from "./test-report.ts";

const SLOWEST = 10;

if (process.argv.includes("--long")) process.env.LONG = "1";
/** "--changed", or "--changed=main"; undefined where all tests run. */
const changed = process.argv.find((parameter) => /^--changed(=|$)/.test(parameter));
const reports = mkdtempSync(join(tmpdir(), "identity-console-test-"));
process.once("exit", () => rmSync(reports, { recursive: true, force: true }));
const total = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];
const tests: TestResult[] = [];

runMain(async () => {
	onNpmExit(() => process.exit(1));
	const phases: Phase[] = [];
	if (await check("Packages", () => prepare({ build: false }))) {
		phases.push(await measured("checks", runChecks));
		let isBuilt = false;
		phases.push(
			await measured("build", async () => {
				isBuilt = await check("Build", () => prepare({ build: true }));
				if (isBuilt && process.env.LONG) await check("Build without the identity service", buildWithoutService);
			}),
		);
		const postgres = changed ? undefined : await startPostgresForTests();
		try {
			phases.push(await measured("unit", () => runUnitTests(postgres?.url)));
			if (isBuilt) phases.push(await measured("browser", () => runBrowserTests(postgres?.url)));
		} finally {
			await postgres?.stop();
		}
	}
	console.log(`\n── What it took\n${phases.map(phaseInWords).join("\n")}`);
	if (tests.length > 0) console.log(`\n── The slowest\n${slowestOf(tests, SLOWEST).join("\n")}`);
	if (failures.length > 0) console.log(`\n── What failed\n${failures.join("\n")}`);
	if (total.skipped > 0) console.log(`\n${total.skipped} skipped`);
	const missing = lacks(...TOOL_NAMES);
	if (missing) console.log(`\n${missing}. What needs it was skipped.`);
	console.log(`\n${total.passed} passed, ${total.failed} failed`);
	process.exitCode = total.failed > 0 ? 1 : 0;
});

async function runChecks() {
	// These are independent of each other.
	await Promise.all([
		check("Lint", () => quietly("Linting", [BIOME, "check", "--error-on-warnings", "."])),
		check("Unused code", () => quietly("Looking for unused code", [KNIP])),
		check("Types", checkTypes).then(() => check("Types without the identity service", checkTypesWithoutService)),
	]);
}

async function checkTypes() {
	await quietly("Writing the types of the pages", [nextCommand(), "typegen"]);
	await quietly("Checking types", [TSC, "--noEmit"]);
}

/** @param databaseUrl of a PostgreSQL that was started for this run */
async function runUnitTests(databaseUrl: string | undefined): Promise<void> {
	const report = join(reports, "vitest.json");
	const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
	const only = changed ? [changed, "--passWithNoTests"] : [];
	const env = { ...process.env, ...(databaseUrl && { TEST_DATABASE_URL: databaseUrl }) };
	console.log("\n── Unit tests");
	const exitCode = await run([VITEST, "run", ...reporters, ...only], env);
	addTests(vitestTests(readReport(report)), exitCode);
}

/** @param databaseUrl of a PostgreSQL, on which some or all run on two instances */
async function runBrowserTests(databaseUrl: string | undefined): Promise<void> {
	const report = join(reports, "playwright.json");
	const only = changed ? [changed.replace("--", "--only-"), "--pass-with-no-tests"] : [];
	const env = {
		...process.env,
		...(databaseUrl && { E2E_DATABASE_URL: databaseUrl }),
		PLAYWRIGHT_JSON_OUTPUT_FILE: report,
	};
	console.log("\n── Browser tests");
	const exitCode = await run([PLAYWRIGHT, "test", "--reporter=list,json", ...only], env);
	const result = readReport(report);
	addTests(playwrightTests(result), exitCode);
	// The pages of failed tests, where the machine is discarded afterwards.
	if (process.env.CI) {
		for (const page of globSync("test-results/*/error-context.md")) console.log(`\n${readFileSync(page, "utf8")}`);
	}
	if (!process.env.LONG) await check("Number of browser tests", async () => checkNumbers(result));
}

/** The projects of `playwright.config.ts` name how many tests they may have at most. */
function checkNumbers(report: PlaywrightReport | undefined): void {
	const found = playwrightTests(report);
	for (const { name, metadata } of report?.config?.projects ?? []) {
		const number = found.filter(({ title }) => title.startsWith(`${name} › `)).length;
		if (number <= metadata.testsMax) continue;
		throw new CommandError(`${number} browser tests on ${name}, where at most ${metadata.testsMax} are to be`);
	}
}

async function startPostgresForTests() {
	console.log();
	if (process.env.TEST_DATABASE_URL) {
		console.log("PostgreSQL: the service tests run on TEST_DATABASE_URL and on SQLite");
		return undefined;
	}
	try {
		const postgres = await startPostgres();
		console.log(
			postgres
				? "PostgreSQL: the service tests run on it and on SQLite, some of the browser tests on two instances"
				: "PostgreSQL: not installed here, its half of the service tests and two instances are skipped",
		);
		return postgres;
	} catch (error) {
		console.log(`PostgreSQL: installed here, but ${error instanceof Error ? error.message : error}`);
		add({ passed: 0, failed: 1, skipped: 0 }, ["PostgreSQL did not start"]);
		return undefined;
	}
}

/**
 * One check, counted as one test.
 * @param work throws when it fails
 * @returns whether it passed
 */
async function check(name: string, work: () => Promise<void>): Promise<boolean> {
	try {
		await work();
		console.log(`${name}: ok`);
		add({ passed: 1, failed: 0, skipped: 0 });
		return true;
	} catch (error) {
		console.log(error instanceof CommandError ? error.message : error);
		console.log(`${name}: FAILED`);
		add({ passed: 0, failed: 1, skipped: 0 }, [name]);
		return false;
	}
}

/** A program beside others: its output is shown where it fails. */
function quietly(title: string, command: string[]): Promise<void> {
	return quietStep(title, spawnNode(command, { env: toolEnvironment(process.env), output: "pipe" }));
}

async function run(command: string[], env: NodeJS.ProcessEnv): Promise<number> {
	const child = spawnNode(command, { env: toolEnvironment(env) });
	forwardSignals(child);
	const exitCode = await exitCodeOf(child);
	// Stopped on request: no further step.
	if (child.killed) process.exit(exitCode);
	return exitCode;
}

function toolEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	// The workers of both runners are hundreds of processes that load the same modules.
	return { ...env, NEXT_TELEMETRY_DISABLED: "1", NODE_COMPILE_CACHE: COMPILED };
}

/** A report as its tool wrote it, undefined where it wrote none. */
function readReport(file: string) {
	try {
		return JSON.parse(readFileSync(file, "utf8"));
	} catch {
		return undefined;
	}
}

function addTests(found: TestResult[], exitCode: number): void {
	const counts = countsOf(found, exitCode);
	// A runner that ran no test has failed.
	add(counts.passed + counts.failed === 0 && !changed ? { ...counts, failed: 1 } : counts, failuresOf(found));
	tests.push(...found);
}

/** @param failedOnes what failed, to be named again at the end */
function add({ passed, failed, skipped }: Counts, failedOnes: string[] = []): void {
	total.passed += passed;
	total.failed += failed;
	total.skipped += skipped;
	failures.push(...failedOnes);
}
