import { once } from "node:events";
import { createViteServer } from "vitest/node";

// Runs one TypeScript file in a process of its own: `node child.mjs <file under the root> [arguments…]`. The file
// exports `run(...arguments)`, which begins when a line comes in, so that several can begin at one moment.
const [file, ...parameters] = process.argv.slice(2);
const server = await createViteServer({
	configFile: "vitest.config.mjs",
	logLevel: "error",
	server: { middlewareMode: true, ws: false, watch: null },
	optimizeDeps: { noDiscovery: true },
	appType: "custom",
});
const { run } = await server.ssrLoadModule(`/${file}`);
process.stdout.write("ready\n");
await once(process.stdin, "data");
process.stdin.destroy();
await run(...parameters);
await server.close();
