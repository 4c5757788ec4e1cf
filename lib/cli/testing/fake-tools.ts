/** Stand-ins for what the commands start, so that their tests need neither a build nor a browser. */

/** `next build` leaves a build and a line in builds.log, and for a real tenant refuses the service that should be deleted. */
const next = `
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
const [mode] = process.argv.slice(2);
if (mode === "build") {
	rmSync(".next/built-from", { force: true });
	await new Promise((resolve) => setTimeout(resolve, 300));
	if (process.env.FAKE_BUILD === "fails") { console.log("a type error"); process.exit(1); }
	if (process.env.MANAGEMENT_BASE_URL && existsSync("lib/identity-service")) process.exit(1);
	mkdirSync(".next", { recursive: true });
	writeFileSync(".next/BUILD_ID", "1");
	appendFileSync("builds.log", "built\\n");
}
`;

/**
 * The app's server responds with its address and writes the credentials, or it carries out a command: its messages and its
 * end, as the environment wants them. `FAKE_DEATH`: "before 1", "within 1" or "after 1" of these messages it is killed. `FAKE_STOP`: before
 * this one it waits for Ctrl+C.
 */
const server = `
import { mkdirSync, writeFileSync, writeSync } from "node:fs";
import { createServer } from "node:http";
if (process.env.FAKE_START === "fails") { console.error("EDITORS is missing"); process.exit(3); }
const { ADMIN_COMMAND, APP_URL, DATA_DIR, DATABASE_URL, SECRETS_COMMAND, TEMPLATES_COMMAND, PEOPLE_COMMAND } = process.env;
const { FAKE_ADMIN, FAKE_MOVED = "0", FAKE_EXIT = "0", FAKE_NAME, FAKE_REFUSAL, FAKE_RESULT, FAKE_DEATH, FAKE_STOP, FAKE_END = "0" } = process.env;
const IPC = 3;
function messagesOf() {
	const refusal = FAKE_ADMIN === "refuses" ? "the only editor" : FAKE_REFUSAL;
	const ending = (result) =>
		refusal ? { refusal } : FAKE_RESULT === "none" ? undefined : { result: FAKE_RESULT ? JSON.parse(FAKE_RESULT) : result };
	if (ADMIN_COMMAND) return [ending({ lines: [ADMIN_COMMAND, [APP_URL, DATA_DIR, DATABASE_URL].join(" ")] })];
	if (SECRETS_COMMAND) return [ending({ moved: Number(FAKE_MOVED) })];
	const command = TEMPLATES_COMMAND || PEOPLE_COMMAND;
	return [
		{ progress: FAKE_NAME ?? (TEMPLATES_COMMAND ? "Read 3 templates" : "Looked up 3 of 3") },
		{ lines: [FAKE_NAME ?? command] },
		...(["apply", "end"].includes(JSON.parse(command).name) ? [{ tally: { done: 18, failed: 1, of: 150 } }] : []),
		ending({ exitCode: Number(FAKE_EXIT), json: { items: FAKE_NAME ? [FAKE_NAME] : [] } }),
	];
}
if (ADMIN_COMMAND || SECRETS_COMMAND || TEMPLATES_COMMAND || PEOPLE_COMMAND) {
	if (SECRETS_COMMAND) console.error(SECRETS_COMMAND);
	const die = () => { process.kill(process.pid, "SIGKILL"); return new Promise(() => {}); };
	const stop = () => new Promise((resolve) => {
		process.on("SIGINT", resolve);
		process.send({ progress: "Waiting for a signal" });
		setInterval(() => {}, 1000);
	});
	for (const [index, message] of ["begun", ...messagesOf()].entries()) {
		if (FAKE_DEATH === "before " + index) await die();
		if (FAKE_STOP === String(index)) await stop();
		if (FAKE_DEATH === "within " + index) { writeSync(IPC, JSON.stringify(message).slice(0, -1)); await die(); }
		if (message !== undefined) await new Promise((resolve) => process.send(message, resolve));
		if (FAKE_DEATH === "after " + index) await die();
	}
	process.exit(Number(FAKE_END));
}
mkdirSync(process.env.DATA_DIR, { recursive: true });
const client = { client_id: "c", redirect_uris: ["/callback", "https://other.example/callback"] };
const sign_ins = { editor: { email: "editor@example.com", password: "planted-password" } };
writeFileSync(process.env.DATA_DIR + "/credentials.json", JSON.stringify({ sign_ins, clients: { console: client } }));
writeFileSync("server.pid", String(process.pid));
process.on("SIGTERM", () => process.exit(143));
const server = createServer((request, response) => response.end(process.env.APP_URL));
await new Promise((resolve) => server.listen(process.env.PORT, "127.0.0.1", resolve));
process.send?.("ready");
`;

const report = (variable: string, passing: string, failing: string, fileOf: string) => `
import { writeFileSync } from "node:fs";
const failing = process.env.${variable} === "fails";
if (process.env.${variable} !== "breaks") writeFileSync(${fileOf}, JSON.stringify(failing ? ${failing} : ${passing}));
process.exit(process.env.${variable} ? 1 : 0);
`;

const vitest = `
console.log("vitest", ...process.argv.slice(2).filter((text) => /^--(changed|pass)/.test(text)));
${report(
	"FAKE_VITEST",
	`{ testResults: [{ name: "a.test.ts", status: "passed", message: "", assertionResults: [
		{ status: "passed", fullName: "steady", failureMessages: [], duration: 12 },
		{ status: "passed", fullName: "slow", failureMessages: [], duration: 61_000 },
		{ status: "passed", fullName: "quick", failureMessages: [], duration: 1 },
		{ status: "skipped", fullName: "elsewhere", failureMessages: [] },
	] }] }`,
	`{ testResults: [
		{ name: "a.test.ts", status: "failed", message: "", assertionResults: [
			{ status: "passed", fullName: "steady", failureMessages: [] },
			{ status: "passed", fullName: "slow", failureMessages: [] },
			{ status: "failed", fullName: "holds water", failureMessages: ["\\u001b[31mit leaks\\u001b[0m\\nat line 1"] },
		] },
		{ name: "b.test.ts", status: "failed", message: "no such module", assertionResults: [] },
	] }`,
	'process.argv.find((text) => text.startsWith("--outputFile")).split("=")[1]',
)}`;

/** Prints which tests it was started for, and whether two instances have a database to share. */
const playwright = `
console.log("playwright", ...process.argv.slice(2).filter((text) => /^--(only|pass)/.test(text)),
	(process.env.E2E_DATABASE_URL ?? "none").replace(/:.*/, ""));
const specs = (many, title) => Array.from({ length: many }, (_, index) =>
	({ title: title + " " + index, tests: [{ projectName: "one instance", status: "expected", results: [{ duration: 1500 }] }] }));
${report(
	"FAKE_PLAYWRIGHT",
	'{ config: { projects: [{ name: "one instance", metadata: { testsMax: 4 } }] }, errors: [], suites: [{ title: "c.spec.ts", specs: specs(Number(process.env.FAKE_BROWSER_TESTS ?? 4), "shows star") }] }',
	`{ errors: [], suites: [{ title: "c.spec.ts", suites: [
		{ title: "dark", specs: [
			{ title: "shows the moon", tests: [{ status: "unexpected", results: [{ error: { message: "too bright" } }] }] },
			{ title: "shows stars", tests: [{ status: "flaky", results: [{ error: { message: "at times" } }, {}] }] },
			...specs(2, "shows nothing"),
		] },
	] }] }`,
	"process.env.PLAYWRIGHT_JSON_OUTPUT_FILE",
)}`;

/** npm leaves its parameters in npm.log. */
const npm = `
import { appendFileSync, mkdirSync } from "node:fs";
appendFileSync("npm.log", process.argv.slice(2).join(" ") + "\\n");
mkdirSync("node_modules", { recursive: true });
`;

/** Path in the project → script. */
export const fakeTools = {
	"npm/npm-cli.js": npm,
	"lib/server/main.ts": server,
	"node_modules/next/next.mjs": next,
	"node_modules/next/package.json": '{ "bin": { "next": "next.mjs" } }',
	"node_modules/@biomejs/biome/bin/biome": "if (process.env.FAKE_LINT) process.exit(1);",
	"node_modules/knip/bin/knip.js": "",
	"node_modules/typescript/bin/tsc": "",
	"node_modules/vitest/vitest.mjs": vitest,
	"node_modules/@playwright/test/cli.js": playwright,
};
