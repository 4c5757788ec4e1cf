import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** The service holds nothing in its modules: its tests share them, which saves each file the loading. */
const SHARING = ["lib/identity-service/**/*.test.ts"];

export default defineConfig({
	resolve: {
		tsconfigPaths: true,
		alias: { "server-only": fileURLToPath(new URL("node_modules/server-only/empty.js", import.meta.url)) },
	},
	test: {
		environment: "node",
		// Many tests wait for processes, disks and clocks of their own: others can go on meanwhile.
		maxWorkers: 2 * availableParallelism(),
		testTimeout: 60_000,
		// A database of its own for a test takes its time on a busy machine.
		hookTimeout: 60_000,
		env: { LOG_LEVEL: "silent" },
		projects: [
			{ extends: true, test: { name: "sharing", include: SHARING, isolate: false } },
			{
				extends: true,
				test: { name: "alone", include: ["{app,components,lib}/**/*.test.{ts,tsx}", "*.test.ts"], exclude: SHARING },
			},
		],
	},
});
