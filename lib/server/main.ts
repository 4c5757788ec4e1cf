// Serves the app: `node lib/server/main.ts`, from its build, or with NODE_ENV=development from its sources.
import { once } from "node:events";
import next from "next";
import { startedApp } from "../process/started-app.ts";
import { createHandler } from "./handler.ts";
import { createHttpServer } from "./http-server.ts";
import { connectOutsideRequests, serverForNext } from "./next-adapter.ts";
import { guardOutput } from "./output.ts";
import { ownOrigin, readServerSettings, type ServerSettings, startWarning } from "./server-settings.ts";

/** 128 and the signal's number. A terminal that is closed sends SIGHUP. */
const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
/** The first requests come first. */
const BEGINS_AFTER_MILLISECONDS = 1_000;
type Signal = keyof typeof EXIT_CODES;

for (const output of [process.stdout, process.stderr]) guardOutput(output);
const settings = settingsOrExit();
const warning = startWarning(settings);
if (warning) console.error(warning);
const { host, port, isDevelopment } = settings;
// Where Next requests the target of an action's redirect from this very process. `next start` sets it too; without it
// Next would follow the forwarded protocol, and speak https to this plain port.
process.env.__NEXT_PRIVATE_ORIGIN = ownOrigin(settings);

const { server, drain } = createHttpServer((request, response) => handler(request, response), settings);
connectOutsideRequests();
const dashboard = next({ dev: isDevelopment, hostname: host, port, httpServer: serverForNext(server) });
await dashboard.prepare();
// From instrumentation.ts, for which `prepare` does not wait in production.
const app = await startedApp();
const handler = createHandler(settings, {
	service: app.service,
	uploaderOf: app.uploaderOf,
	plannerOf: app.plannerOf,
	dashboard: dashboard.getRequestHandler(),
	signInOrigin: process.env.AUTH_BASE_URL ? new URL(process.env.AUTH_BASE_URL).origin : undefined,
});
server.listen(port, host);
await once(server, "listening").catch(({ code }) =>
	exitWith(`Port ${port} of ${host} can't be listened on (${code}).`),
);

const begin = () => app.begin().catch((error) => exitWith(`The work beside the requests can't begin: ${error}`));
setTimeout(begin, BEGINS_AFTER_MILLISECONDS).unref();

let isStopping = false;
// Before this line a signal ends the process at once: no request was accepted.
for (const signal of Object.keys(EXIT_CODES) as Signal[]) process.on(signal, () => void stop(signal));
process.send?.("ready");

async function stop(signal: Signal): Promise<void> {
	// Ctrl+C in a terminal reaches this process twice: directly, and passed on by its parent.
	if (isStopping) return;
	isStopping = true;
	try {
		// During development the browser's hot reload never closes its connection.
		if (!isDevelopment) await drain();
		await dashboard.close();
		await app.stop();
	} catch (error) {
		console.error("The stop was not orderly:", error);
	}
	process.exit(EXIT_CODES[signal]);
}

function settingsOrExit(): ServerSettings {
	try {
		return readServerSettings(process.env);
	} catch (error) {
		return exitWith(error instanceof Error ? error.message : String(error));
	}
}

function exitWith(sentence: string): never {
	console.error(sentence);
	process.exit(1);
}
