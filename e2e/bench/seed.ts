// `npm run seed -- --templates 100000 --tokens 1000000 --entries 1000000`: fills the embedded tenant of the current DATA_DIR, or of
// DATABASE_URL, with invented data, the app running or not.
import { parseArgs } from "node:util";
import { exitCodeOf, spawnNode } from "../../lib/cli/child.mjs";
import { CommandError, readSettings, runMain } from "../../lib/cli/command.mjs";
import { prepare } from "../../lib/cli/prepare/prepare.mjs";
import { inProject } from "../../lib/cli/project.mjs";

const TOKENS_A_USER = 10;
/** As many as a list of users reaches. */
const USERS_MIN = 1_000;
const TYPESCRIPT = new URL("../../lib/database/testing/typescript.mjs", import.meta.url).href;

runMain(async () => {
	const { environment, live } = readSettings();
	if (live) throw new CommandError("A real tenant is configured: nothing is ever filled in there.");
	const size = readSize();
	await prepare({ build: false });
	const start = performance.now();
	const script = inProject("lib/identity-service/testing/seed.ts");
	const child = spawnNode(["--import", TYPESCRIPT, script, JSON.stringify(size)], { env: environment });
	if ((await exitCodeOf(child)) !== 0) throw new CommandError("The store was not filled.");
	const seconds = Math.round((performance.now() - start) / 1000);
	console.log(
		`${size.users} users, ${size.templates} templates, ${size.tokens} refresh tokens and as many sessions, ${size.entries} entries of the log: ${seconds} s`,
	);
});

function readSize() {
	const { values } = parseArgs({
		options: {
			templates: { type: "string", default: "1000" },
			tokens: { type: "string", default: "1000" },
			entries: { type: "string", default: "1000" },
		},
	});
	const tokens = readCount("tokens", values.tokens);
	const users = Math.max(USERS_MIN, Math.ceil(tokens / TOKENS_A_USER));
	const entries = readCount("entries", values.entries);
	return { users, templates: readCount("templates", values.templates), tokens, sessions: tokens, entries };
}

function readCount(name: string, text: string): number {
	if (!/^\d{1,8}$/.test(text)) throw new CommandError(`--${name} must be a number below 100,000,000, not "${text}".`);
	return Number(text);
}
