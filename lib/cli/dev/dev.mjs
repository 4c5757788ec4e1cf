// `npm run dev`: the same environment as `npm start`, with Next's development server.
import { runMain } from "../command-error.mjs";
import { readSettings } from "../environment.mjs";
import { checkPortIsFree } from "../port.mjs";
import { prepare } from "../prepare/prepare.mjs";
import { greet } from "../start/greeting.mjs";
import { serve } from "../start/serve.mjs";

runMain(async () => {
	const settings = readSettings();
	await checkPortIsFree(settings.port, settings.host);
	await prepare({ build: false });
	await serve(settings, "dev", () => greet(settings));
});
