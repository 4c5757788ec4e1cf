import { defineConfig } from "@playwright/test";
import type { WorkerFixtures } from "./e2e/fixtures";
import { testRun } from "./e2e/running-app/test-run";

const run = await testRun();

/**
 * What a request leaves behind for the next one: sessions, logins, codes, tokens, what is stored. Where PostgreSQL is here
 * these journeys run on two instances, all others on one; the long run has nearly all on both.
 */
const ON_TWO_INSTANCES = [
	"sign-in/sign-in",
	"server/actions",
	"sign-in/authentication-pages",
	"sign-in/refresh-token-flow",
	"refresh-tokens/refresh-tokens",
	"templates/templates",
].map((name) => `**/e2e/${name}.spec.ts`);
/** Of what a proxy in front of the server does not let through: some bytes and methods, and the caller's own address. */
const ON_ONE_INSTANCE = ["http-manners", "caller-address"].map((name) => `**/e2e/server/${name}.spec.ts`);

/**
 * How many tests a project may have: they are the dearest ones, two seconds of a core each, and `npm test` holds it. Whoever
 * adds one looks first whether a test without a browser shows the same.
 */
const one = { name: "one instance", metadata: { testsMax: 345 } };
/** They share one database, so one worker runs them: first, while the other one begins with the rest. */
const two = { name: "two instances", metadata: { testsMax: 35 }, use: { instances: 2 as const }, workers: 1 };

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
	// On machines of two cores: they are busy with two, and three are a tenth faster at most.
	workers: 2,
	retries: 0,
	forbidOnly: Boolean(process.env.CI),
	// Against a test that hangs, not a measure: the longest take 40 seconds where two run, and a machine may be slower.
	timeout: 120_000,
	expect: { timeout: 10_000 },
	use: {
		locale: "en-US",
		// Recording takes time, and nobody opens a trace where the machine is thrown away afterwards.
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
				// A page of a test is gone before its code has run often enough to be worth compiling well.
				"--js-flags=--no-opt,--no-maglev",
			],
		},
	},
});

function definedVariables(): Record<string, string> {
	return Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
