import { defineConfig } from "@playwright/test";
import type { WorkerFixtures } from "./e2e/fixtures";
import { testRun } from "./e2e/running-app/test-run";

const run = await testRun();

/**
 * Tests of state between requests: sessions, logins, codes, tokens, stored data. Where PostgreSQL is installed these run
 * on two instances, all others on one; the long run has nearly all on both.
 */
const ON_TWO_INSTANCES = [
	"sign-in/sign-in",
	"server/actions",
	"sign-in/authentication-pages",
	"sign-in/refresh-token-flow",
	"refresh-tokens/refresh-tokens",
	"templates/templates",
].map((name) => `**/e2e/${name}.spec.ts`);
/** Tests of what a proxy in front of the server does not pass on: some bytes and methods, and the caller's own address. */
const ON_ONE_INSTANCE = ["http-manners", "caller-address"].map((name) => `**/e2e/server/${name}.spec.ts`);

/**
 * The most tests that a project may have, which `npm test` checks: they are the most expensive ones, two seconds of a core
 * each. Before adding one see whether a test without a browser proves the same.
 */
const one = { name: "one instance", metadata: { testsMax: 365 } };
/** They share one database, so one worker runs them: first, while the other worker begins with the rest. */
const two = { name: "two instances", metadata: { testsMax: 33 }, use: { instances: 2 as const }, workers: 1 };

export default defineConfig<object, WorkerFixtures>({
	testDir: "e2e",
	outputDir: "test-results",
	projects: !run.shared
		? [{ ...one, metadata: { testsMax: one.metadata.testsMax + two.metadata.testsMax } }]
		: process.env.LONG
			? [{ ...two, testIgnore: ON_ONE_INSTANCE }, one]
			: [
					{ ...two, testMatch: ON_TWO_INSTANCES },
					{ ...one, testIgnore: ON_TWO_INSTANCES },
				],
	// Two workers keep two cores busy; three are a tenth faster at most.
	workers: 2,
	retries: 0,
	forbidOnly: Boolean(process.env.CI),
	// Against a test that hangs: the longest take 40 seconds where two run, and a machine may be slower; those of the long run
	// that go through every theme and width of all pages take two minutes.
	timeout: process.env.LONG ? 600_000 : 120_000,
	expect: { timeout: 10_000 },
	use: {
		locale: "en-US",
		// Recording takes time, and traces are lost where the machine is discarded afterwards.
		trace: process.env.CI ? "off" : "retain-on-failure",
		launchOptions: {
			...(run.browser.executablePath && { executablePath: run.browser.executablePath }),
			...(run.browser.env && { env: { ...definedVariables(), ...run.browser.env } }),
			args: [
				// Tests run as root and in containers, with little shared memory and no graphics.
				"--no-sandbox",
				"--disable-gpu",
				"--disable-dev-shm-usage",
				// A browser must not call its vendor during the tests.
				"--disable-background-networking",
				"--disable-component-update",
				"--disable-quic",
				"--disable-sync",
				"--no-first-run",
				// A test's page is closed before optimizing its code pays off.
				"--js-flags=--no-opt,--no-maglev",
			],
		},
	},
});

function definedVariables(): Record<string, string> {
	return Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
