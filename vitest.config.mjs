import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
	resolve: {
		tsconfigPaths: true,
		alias: { "server-only": fileURLToPath(new URL("node_modules/server-only/empty.js", import.meta.url)) },
	},
	test: {
		include: ["{app,components,lib}/**/*.test.{ts,tsx}", "*.test.ts"],
		environment: "node",
		// Many tests wait for processes, disks and clocks of their own.
		maxWorkers: "100%",
		testTimeout: 60_000,
		// A database of its own for a test takes its time on a busy machine.
		hookTimeout: 60_000,
		env: { LOG_LEVEL: "silent" },
	},
});
