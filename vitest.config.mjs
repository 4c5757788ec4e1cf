import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const TESTS = ["{app,components,lib}/**/*.test.{ts,tsx}", "*.test.ts"];

/**
 * A test that puts other modules in the place of real ones has its modules for itself. All others share them, which
 * spares each file the loading.
 */
const ALONE = globSync(TESTS).filter((file) => /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(file, "utf8")));

export default defineConfig({
	resolve: {
		tsconfigPaths: true,
		alias: { "server-only": fileURLToPath(new URL("node_modules/server-only/empty.js", import.meta.url)) },
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
		projects: [
			{ extends: true, test: { name: "sharing", include: TESTS, exclude: ALONE, isolate: false } },
			{ extends: true, test: { name: "alone", include: ALONE } },
		],
	},
});
