// `npm run seed -- --templates 100000 --tokens 1000000`: fills the embedded tenant of the current DATA_DIR, or of
// DATABASE_URL, with invented data, the app running or not.
import { parseArgs } from "node:util";
import { CommandError, runMain } from "../../lib/cli/command-error.mjs";
import { readSettings } from "../../lib/cli/environment.mjs";
import { prepare } from "../../lib/cli/prepare/prepare.mjs";

const TOKENS_A_USER = 20;

runMain(async () => {
	const { environment, live } = readSettings();
	if (live) throw new CommandError("A real tenant is configured: nothing is ever filled in there.");
	const size = readSize();
	await prepare({ build: false });
	// Packages, which were not there before `prepare`.
	const { loadTypeScript } = await import("../../lib/database/testing/load-typescript.mjs");
	const { seedStore } = await loadTypeScript("lib/identity-service/testing/seed-store.ts");
	const start = performance.now();
	await seedStore(environment, size, console.log);
	const seconds = Math.round((performance.now() - start) / 1000);
	console.log(`${size.users} users, ${size.templates} templates and ${size.tokens} refresh tokens: ${seconds} s`);
});

function readSize() {
	const { values } = parseArgs({
		options: {
			templates: { type: "string", default: "1000" },
			tokens: { type: "string", default: "1000" },
			users: { type: "string" },
		},
	});
	const [templates, tokens] = [readCount("templates", values.templates), readCount("tokens", values.tokens)];
	const users = values.users ? readCount("users", values.users) : Math.ceil(tokens / TOKENS_A_USER);
	if (tokens > 0 && users === 0) throw new CommandError("Refresh tokens need users.");
	return { users, templates, tokens };
}

/**
 * @param {string} name
 * @param {string} text
 */
function readCount(name, text) {
	if (!/^\d{1,8}$/.test(text)) throw new CommandError(`--${name} must be a number below 100,000,000, not "${text}".`);
	return Number(text);
}
