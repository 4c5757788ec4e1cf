import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const TESTS = ["{app,components,lib}/**/*.test.{ts,tsx}", "*.test.ts"];

/**
 * A test that puts other modules in the place of real ones has its modules for itself. All others share them, which
 * spares each file the loading.
 */
const ALONE = matching(/\bvi\.(mock|doMock|resetModules)\(/);

/** A test that draws components for somebody who reads and types has a document, and its modules for itself. */
const RENDERED = matching(/from "@testing-library\/react"/);

export default defineConfig({
	resolve: {
		tsconfigPaths: true,
		alias: {
			"server-only": inProject("node_modules/server-only/empty.js"),
			// Of a request there is none: a file that put them in its own place would have to load all modules for itself.
			"next/headers": inProject("lib/dashboard/testing/next-headers.ts"),
			"next/cache": inProject("lib/dashboard/testing/next-cache.ts"),
		},
	},
	test: {
		environment: "node",
		// Many tests wait for processes, disks and clocks of their own: others can go on meanwhile.
		maxWorkers: 2 * availableParallelism(),
		// Long rounds have an hour each: what they take depends on what else the machine does.
		testTimeout: process.env.LONG ? 3_600_000 : 60_000,
		// A database of its own for a test takes its time on a busy machine.
		hookTimeout: 60_000,
		env: { LOG_LEVEL: "silent" },
		globalSetup: ["lib/database/testing/test-database.ts"],
		projects: [
			{ extends: true, test: { name: "sharing", include: TESTS, exclude: [...ALONE, ...RENDERED], isolate: false } },
			{ extends: true, test: { name: "alone", include: ALONE, exclude: RENDERED } },
			{
				extends: true,
				test: {
					name: "rendered",
					include: RENDERED,
					environment: "happy-dom",
					setupFiles: ["app/_testing/rendered-page.ts"],
				},
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
