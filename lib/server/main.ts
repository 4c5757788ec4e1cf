// Serves the app: `node lib/server/main.ts`, from its build, or with NODE_ENV=development from its sources.
import { once } from "node:events";
import next from "next";
import { startedApp } from "../process/started-app.ts";
import { createDrain } from "./drain.ts";
import { createHandler } from "./handler.ts";
import { createHttpServer } from "./server.ts";
import { ownOrigin, readServerSettings } from "./server-settings.ts";
import { guardUpgrades } from "./upgrades.ts";

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

const settings = readServerSettings(process.env);
const { host, port, isDevelopment } = settings;
// Where Next finds this very process, for the target of an action's redirect. `next start` sets it too; without it Next
// would go by the forwarded protocol, and ask for https on this plain port.
process.env.__NEXT_PRIVATE_ORIGIN = ownOrigin(settings);

const drain = createDrain((request, response) => handler(request, response));
const server = createHttpServer(drain.listener, settings);
const dashboard = next({ dev: isDevelopment, hostname: host, port, httpServer: guardUpgrades(server, settings) });
await dashboard.prepare();
// From instrumentation.ts, for which `prepare` does not wait in production.
const app = await startedApp();
const handler = createHandler(settings, {
	service: app.service,
	dashboard: dashboard.getRequestHandler(),
	signInOrigin: process.env.AUTH_BASE_URL ? new URL(process.env.AUTH_BASE_URL).origin : undefined,
});
server.listen(port, host);
await once(server, "listening");
process.send?.("ready");

let isStopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop(signal));

async function stop(signal: keyof typeof EXIT_CODES): Promise<void> {
	// A terminal's Ctrl+C reaches this process twice: by itself, and passed on by its parent.
	if (isStopping) return;
	isStopping = true;
	// During development the browser's hot reload holds its connection as long as there is a server.
	if (!isDevelopment) await drain.stop(server);
	await dashboard.close();
	await app.stop();
	process.exit(EXIT_CODES[signal]);
}
