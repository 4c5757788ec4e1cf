import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import guideLoader from "./lib/guides/guide-loader.ts";

const TESTS = ["{app,components,lib}/**/*.test.{ts,tsx}", "*.test.ts"];

/**
 * A test that mocks modules has its own module instances. All others share them, so that not every file has to load
 * them.
 */
const ALONE = matching(/\bvi\.(mock|doMock|resetModules)\(/);

/** A test that renders components needs a document, which the modules of its process keep. */
const RENDERED = matching(/from "@testing-library\/react"/);

/** Holds the temporary files of all tests: what they leave behind, killed ones too, is removed with it. */
const TEMPORARY = mkdtempSync(join(tmpdir(), "identity-console-tests-"));
process.once("exit", () => rmSync(TEMPORARY, { recursive: true, force: true, maxRetries: 3 }));

/** Imported guides become modules as in the bundler. */
const guides = {
	name: "guides",
	enforce: "pre",
	/** @type {(text: string, file: string) => string | undefined} */
	transform: (text, file) => (file.endsWith(".md") ? guideLoader.call({ addDependency: () => {} }, text) : undefined),
};

/** React as it is shipped: pages take two thirds of the time. What drives a document, `act`, is in its other build alone. */
const SHIPPED = /** @type {const} */ ({ NODE_ENV: "production" });

const rendered = { environment: "./app/_testing/document.ts", setupFiles: ["app/_testing/rendered-page.ts"] };

export default defineConfig({
	plugins: [guides],
	// Else each element has a stack of its own.
	oxc: { jsx: { development: false } },
	resolve: {
		tsconfigPaths: true,
		alias: {
			"server-only": inProject("node_modules/server-only/empty.js"),
			// There is no request in tests; a file that mocked these itself would have to load all modules anew.
			"next/headers": inProject("lib/dashboard/testing/next-headers.ts"),
			"next/navigation": inProject("lib/testing/next-navigation.ts"),
			"next/server": inProject("lib/testing/next-server.ts"),
		},
	},
	test: {
		environment: "node",
		// Many tests wait for their own processes, disks and clocks: others can run meanwhile.
		maxWorkers: 2 * availableParallelism(),
		// Long runs have an hour per test: their duration depends on the load of the machine.
		testTimeout: process.env.LONG ? 3_600_000 : 60_000,
		// Creating a test's own database is slow on a busy machine.
		hookTimeout: 60_000,
		env: { LOG_LEVEL: "silent", TMPDIR: TEMPORARY },
		// Only against a test that hangs: a wait ends as soon as its condition is met, on a busy machine later.
		expect: { poll: { timeout: 20_000 } },
		globalSetup: ["lib/database/testing/test-database.ts"],
		projects: [
			{
				extends: true,
				test: { name: "sharing", include: TESTS, exclude: [...ALONE, ...RENDERED], env: SHIPPED, isolate: false },
			},
			{ extends: true, test: { name: "alone", include: ALONE, exclude: RENDERED, env: SHIPPED } },
			{
				extends: true,
				test: { ...rendered, name: "rendered", include: RENDERED, exclude: ALONE, isolate: false },
			},
			{
				extends: true,
				test: { ...rendered, name: "rendered alone", include: RENDERED.filter((file) => ALONE.includes(file)) },
			},
		],
	},
});

/** @param {string} path */
function inProject(path) {
	return fileURLToPath(new URL(path, import.meta.url));
}

/** @param {RegExp} text */
function matching(text) {
	return globSync(TESTS).filter((file) => text.test(readFileSync(file, "utf8")));
}
