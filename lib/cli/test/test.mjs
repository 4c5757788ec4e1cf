// `npm test`: installs what is out of date, then runs every check and every test. The last line counts the tests that
// Vitest and Playwright ran, and each check (lint, unused code, types, build, deletion) as one test of its own; before
// it stands once more what failed, how many tests this machine left out, and which programs it lacks for them. `npm run
// test:long` is the same with many more rounds where chance plays a part: races, kills, random input.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lacks, TOOL_NAMES } from "../../testing/programs.mjs";
import { exitCodeOf, forwardSignals, spawnNode } from "../child.mjs";
import { CommandError, runMain } from "../command-error.mjs";
import { prepare } from "../prepare/prepare.mjs";
import { quietStep } from "../prepare/quiet-step.mjs";
import { BIOME, COMPILED, KNIP, NEXT, PLAYWRIGHT, TSC, VITEST } from "../project.mjs";
import { stopWithNpm } from "../stop-with-npm.mjs";
import { checkDeletion } from "./deletion-check.mjs";
import { startPostgres } from "./postgres.mjs";
import { playwrightCounts, vitestCounts } from "./test-counts.mjs";
import { playwrightFailures, vitestFailures } from "./test-failures.mjs";

if (process.argv.includes("--long")) process.env.LONG = "1";
const reports = mkdtempSync(join(tmpdir(), "identity-console-test-"));
process.once("exit", () => rmSync(reports, { recursive: true, force: true }));
const total = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const failures = [];
/**
 * What a request leaves behind for the next one: sessions, logins, codes, tokens, what is stored. Where PostgreSQL is
 * here these journeys run on two instances, all others on one; the long run has nearly all on both.
 */
const ON_TWO_INSTANCES = [
	"sign-in/sign-in",
	"server/actions",
	"sign-in/authentication-pages",
	"sign-in/refresh-token-flow",
	"refresh-tokens/refresh-tokens",
	"templates/templates",
].map((name) => `e2e/${name}.spec.ts`);
/** Of what the server makes of bytes and methods that a proxy in front of it does not let through. */
const ON_ONE_INSTANCE = "e2e/server/http-manners.spec.ts";

runMain(async () => {
	stopWithNpm(() => process.exit(1));
	if (await check("Packages", () => prepare({ build: false }))) {
		// None of these needs another.
		await Promise.all([
			check("Lint", () => quietly("Linting", [BIOME, "check", "--error-on-warnings", "."])),
			check("Unused code", () => quietly("Looking for unused code", [KNIP])),
			check("Types", checkTypes),
		]);
		const isBuilt = await check("Build", () => prepare({ build: true }));
		if (isBuilt) await check("Build without the identity service", checkDeletion);
		const postgres = await startPostgresForTests();
		await runTests(isBuilt, postgres?.url).finally(() => postgres?.stop());
	}
	if (failures.length > 0) console.log(`\n── What failed\n${failures.join("\n")}`);
	if (total.skipped > 0) console.log(`\n${total.skipped} skipped`);
	const missing = lacks(...TOOL_NAMES);
	if (missing) console.log(`\n${missing}. What needs it was skipped.`);
	console.log(`\n${total.passed} passed, ${total.failed} failed`);
	process.exitCode = total.failed > 0 ? 1 : 0;
});

async function checkTypes() {
	await quietly("Writing the types of the pages", [NEXT, "typegen"]);
	await quietly("Checking types", [TSC, "--noEmit"]);
}

/**
 * @param {boolean} isBuilt without a build there is nothing for a browser to open
 * @param {string | undefined} databaseUrl of a PostgreSQL that was started for this run
 */
async function runTests(isBuilt, databaseUrl) {
	await runUnitTests(databaseUrl);
	if (!isBuilt) return;
	if (!databaseUrl) return runBrowserTests("Browser tests");
	const files = process.env.LONG ? [] : ON_TWO_INSTANCES;
	await runBrowserTests("Browser tests", [], { E2E_LEAVE_OUT: files.join() });
	const two = { E2E_DATABASE_URL: databaseUrl, E2E_LEAVE_OUT: ON_ONE_INSTANCE };
	await runBrowserTests("Browser tests on two instances", files, two);
}

/** @param {string | undefined} databaseUrl */
async function runUnitTests(databaseUrl) {
	const report = join(reports, "vitest.json");
	const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
	const env = { ...process.env, ...(databaseUrl && { TEST_DATABASE_URL: databaseUrl }) };
	console.log("\n── Unit tests");
	const exitCode = await run([VITEST, "run", ...reporters], env);
	const result = readReport(report);
	add(vitestCounts(result, exitCode), vitestFailures(result));
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
 * @param {string} title
 * @param {string[]} [files] all where none is named
 * @param {Record<string, string>} [settings]
 */
async function runBrowserTests(title, files = [], settings = {}) {
	const report = join(reports, `${title}.json`);
	const env = { ...process.env, ...settings, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
	console.log(`\n── ${title}`);
	const exitCode = await run([PLAYWRIGHT, "test", "--reporter=list,json", ...files], env);
	const result = readReport(report);
	add(playwrightCounts(result, exitCode), playwrightFailures(result));
}

/**
 * One check, counted as one test.
 * @param {string} name
 * @param {() => Promise<void>} work throws when it fails
 * @returns {Promise<boolean>} whether it passed
 */
async function check(name, work) {
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

/**
 * A program beside others: what it prints is shown where it fails.
 * @param {string} title
 * @param {string[]} command
 */
function quietly(title, command) {
	return quietStep(title, spawnNode(command, { env: toolEnvironment(process.env), output: "pipe" }));
}

/**
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv} [env]
 */
async function run(command, env = process.env) {
	const child = spawnNode(command, { env: toolEnvironment(env) });
	forwardSignals(child);
	const exitCode = await exitCodeOf(child);
	// Stopped on request: no further step.
	if (child.killed) process.exit(exitCode);
	return exitCode;
}

/** @param {NodeJS.ProcessEnv} env */
function toolEnvironment(env) {
	// The workers of both runners are hundreds of processes that load the same modules.
	return { ...env, NEXT_TELEMETRY_DISABLED: "1", NODE_COMPILE_CACHE: COMPILED };
}

/**
 * A report as its tool wrote it, undefined where it wrote none.
 * @param {string} file
 */
function readReport(file) {
	try {
		return JSON.parse(readFileSync(file, "utf8"));
	} catch {
		return undefined;
	}
}

/**
 * @param {import("./test-counts.mjs").Counts} counts
 * @param {string[]} [failedOnes] what failed, to be named again at the end
 */
function add({ passed, failed, skipped }, failedOnes = []) {
	total.passed += passed;
	total.failed += failed;
	total.skipped += skipped;
	failures.push(...failedOnes);
}
