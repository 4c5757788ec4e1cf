import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "../browser/browser";
import { findBrowser } from "../browser/find-browser";

/** One run of the browser tests. */
export type TestRun = {
	browser: Browser;
	/** What instances of the app share, where a PostgreSQL is available for tests on two of them. */
	shared?: { DATABASE_URL: string; APP_SECRET: string };
};

const VARIABLE = "E2E_RUN";

/**
 * The settings of this run. Playwright reads its configuration again in each of its workers, which inherit the choice of
 * the first process.
 */
export async function testRun(): Promise<TestRun> {
	const chosen = process.env[VARIABLE];
	if (chosen) return JSON.parse(chosen);
	const DATABASE_URL = process.env.E2E_DATABASE_URL;
	const shared = DATABASE_URL ? { DATABASE_URL, APP_SECRET: randomBytes(32).toString("base64url") } : undefined;
	const run: TestRun = { browser: await findBrowser(), ...(shared && { shared }) };
	process.env[VARIABLE] = JSON.stringify(run);
	return run;
}

/**
 * The environment of an app in this run. A developer's own settings, a real tenant above all, must not reach the tests:
 * every variable of `.env.example` is set, most to an empty text, and so wins over `.env`.
 */
export function appEnvironment({ port, dataDir }: { port: number; dataDir: string }): Record<string, string> {
	const example = readFileSync(join(import.meta.dirname, "..", "..", ".env.example"), "utf8");
	const names = [...example.matchAll(/^#?\s*([A-Z][A-Z_]*)=/gm)].map(([, name = ""]) => name);
	return {
		...Object.fromEntries(names.map((name) => [name, ""])),
		PORT: String(port),
		DATA_DIR: dataDir,
		RATE_LIMIT: "off",
	};
}
