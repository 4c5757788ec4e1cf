// `npm start`: installs and builds what is out of date, then serves the app.
import { runMain } from "../command-error.mjs";
import { readSettings } from "../environment.mjs";
import { checkPortIsFree } from "../port.mjs";
import { prepare } from "../prepare/prepare.mjs";
import { greet } from "./greeting.mjs";
import { serve } from "./serve.mjs";

runMain(async () => {
	const settings = readSettings();
	await checkPortIsFree(settings.port, settings.host);
	await prepare({ build: true });
	await serve(settings, "start", () => greet(settings));
});
