import { defineConfig } from "@playwright/test";
import { appEnvironment, testRun } from "./e2e/running-app/test-run";

const START_WITHIN_MILLISECONDS = 300_000;
const run = await testRun();
const address = `http://localhost:${run.port}`;

export default defineConfig({
	testDir: "e2e",
	testIgnore: process.env.E2E_LEAVE_OUT?.split(",").filter(Boolean) ?? [],
	outputDir: "test-results",
	// One app and one tenant for all, on machines of two cores.
	workers: 2,
	retries: 0,
	forbidOnly: Boolean(process.env.CI),
	// Against a test that hangs, not a measure: the longest take 40 seconds where two run, and a machine may be slower.
	timeout: 120_000,
	expect: { timeout: 10_000 },
	use: {
		baseURL: address,
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
			],
		},
	},
	webServer: {
		command: `"${process.execPath}" lib/cli/run.mjs lib/cli/${run.shared ? "test/two-instances" : "start/start"}.mjs`,
		url: `${address}/healthz`,
		env: appEnvironment(run),
		timeout: START_WITHIN_MILLISECONDS,
		gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
		// The app's log lines would bury the results; why it did not start is said on stderr.
		stdout: "ignore",
		stderr: "pipe",
	},
});

function definedVariables(): Record<string, string> {
	return Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
