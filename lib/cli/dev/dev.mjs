// `npm run dev`: the same environment as `npm start`, with Next's development server. Pages are reloaded as they are
// edited; for what a server loads once, the identity service above all, it is started again.
import { exitCodeOf, forwardSignals } from "../child.mjs";
import { runMain } from "../command-error.mjs";
import { readSettings } from "../environment.mjs";
import { checkPortIsFree } from "../port.mjs";
import { prepare } from "../prepare/prepare.mjs";
import { greet } from "../start/greeting.mjs";
import { isReady, startServer } from "../start/start-server.mjs";
import { stopWithNpm } from "../stop-with-npm.mjs";
import { watchService } from "./watch-service.mjs";

runMain(async () => {
	const settings = readSettings();
	await checkPortIsFree(settings.port, settings.host);
	await prepare({ build: false });
	let edit = Promise.withResolvers();
	watchService(() => edit.resolve("edited"));
	for (let isFirst = true; ; isFirst = false) {
		const server = startServer(settings.environment, { mode: "dev" });
		forwardSignals(server);
		const endWatch = stopWithNpm(() => server.kill("SIGTERM"));
		const ended = exitCodeOf(server);
		if ((await isReady(server)) && isFirst) greet(settings);
		const code = await Promise.race([ended, edit.promise]);
		if (typeof code === "number") {
			// A mistake in what was edited ends the new server; the next edit may mend it.
			if (isFirst || server.killed) process.exit(code);
			await edit.promise;
		}
		edit = Promise.withResolvers();
		endWatch();
		console.log("The service was edited: starting the server again …");
		server.kill("SIGTERM");
		await ended;
	}
});
