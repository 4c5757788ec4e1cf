import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "../browser/browser";
import { findBrowser } from "../browser/find-browser";
import { findFreePort } from "./free-port";

/** One run of the browser tests: its browser, and its own app with its own data. */
export type TestRun = {
	browser: Browser;
	port: number;
	dataDir: string;
	/** What two instances of the app share, where the tests run on two. */
	shared?: { DATABASE_URL: string; APP_SECRET: string };
};

const VARIABLE = "E2E_RUN";

/**
 * What this run works with. Playwright reads its configuration again in each of its workers, which inherit the choice
 * of the first process.
 */
export async function testRun(): Promise<TestRun> {
	const chosen = process.env[VARIABLE];
	if (chosen) return JSON.parse(chosen);
	const dataDir = mkdtempSync(join(tmpdir(), "identity-console-e2e-"));
	// Playwright has stopped the app by then.
	process.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));
	const DATABASE_URL = process.env.E2E_DATABASE_URL;
	const shared = DATABASE_URL ? { DATABASE_URL, APP_SECRET: randomBytes(32).toString("base64url") } : undefined;
	const run: TestRun = { browser: await findBrowser(), port: await findFreePort(), dataDir, shared };
	process.env[VARIABLE] = JSON.stringify(run);
	return run;
}

/**
 * The environment of the app and of `npm run credentials` in this run. A developer's own settings, a real tenant above
 * all, must not reach the tests: every variable of `.env.example` is set, most to nothing, and so wins over `.env`.
 */
export function appEnvironment({ port, dataDir, shared }: TestRun): Record<string, string> {
	const example = readFileSync(join(import.meta.dirname, "..", "..", ".env.example"), "utf8");
	const names = [...example.matchAll(/^#?\s*([A-Z][A-Z_]*)=/gm)].map(([, name = ""]) => name);
	return {
		...Object.fromEntries(names.map((name) => [name, ""])),
		PORT: String(port),
		DATA_DIR: dataDir,
		RATE_LIMIT: "off",
		...shared,
	};
}
