import { createViteServer } from "vitest/node";

/**
 * Loads a TypeScript file of this project into a process of plain Node, through the test runner's own compiler.
 * @param {string} file under the project's root, which is the working directory
 * @returns {Promise<{ module: Record<string, any>, close: () => Promise<void> }>} `close` ends what keeps the process
 */
export async function loadTypeScript(file) {
	const server = await createViteServer({
		configFile: "vitest.config.mjs",
		logLevel: "error",
		server: { middlewareMode: true, ws: false, watch: null },
		optimizeDeps: { noDiscovery: true },
		appType: "custom",
	});
	return { module: await server.ssrLoadModule(`/${file}`), close: () => server.close() };
}
