// Writes the fixtures of a version: `node e2e/bench/versions/write-version.mjs VERSION [CHECKOUT]`. The version
// in CHECKOUT (this one, where none is named) is started on an empty folder and on an empty PostgreSQL, lived in over
// HTTP and stopped; what it leaves goes where the tests of upgrades look for it. Needs PostgreSQL with `pg_dump`.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { CommandError, runMain } from "../../../lib/cli/command-error.mjs";
import { findFreePort } from "../../../lib/cli/port.mjs";
import { inProject, PROJECT_DIR } from "../../../lib/cli/project.mjs";
import { startPostgres } from "../../../lib/cli/test/postgres.mjs";
import { startAnswerLosingProxy } from "./answer-losing-proxy.mjs";
import { liveIn } from "./live-in-it.mjs";

const STOP_WITHIN_MILLISECONDS = 20_000;
const POLL_MILLISECONDS = 100;
const HALVES = /** @type {const} */ (["identity-service", "dashboard"]);

runMain(async () => {
	const [version, checkout = PROJECT_DIR] = process.argv.slice(2);
	if (!version) throw new CommandError("Usage: node e2e/bench/versions/write-version.mjs VERSION [CHECKOUT]");
	const git = spawnSync("git", ["rev-parse", "HEAD"], { cwd: checkout, encoding: "utf8" });
	const about = { version, commit: git.stdout.trim() };
	await write({ ...about, engine: "SQLite" }, checkout);
	const postgres = await startPostgres();
	if (!postgres) throw new CommandError("No PostgreSQL is installed here.");
	await write({ ...about, engine: "PostgreSQL" }, checkout, postgres.url).finally(() => postgres.stop());
});

/**
 * @param {{ version: string, commit: string, engine: "SQLite" | "PostgreSQL" }} about
 * @param {string} checkout
 * @param {string} [databaseUrl]
 */
async function write(about, checkout, databaseUrl = "") {
	const dataDir = mkdtempSync(join(tmpdir(), "identity-console-version-"));
	await fill(dataDir, about, checkout, databaseUrl).finally(() => rmSync(dataDir, { recursive: true }));
}

/**
 * @param {string} dataDir empty
 * @param {{ version: string, commit: string, engine: "SQLite" | "PostgreSQL" }} about
 * @param {string} checkout
 * @param {string} databaseUrl
 */
async function fill(dataDir, about, checkout, databaseUrl) {
	// Says of itself what it is, to whoever finds it in the repository.
	writeFileSync(join(dataDir, "app-secret"), `nobodys-secret-of-the-fixture-of-${about.version}\n`, { mode: 0o600 });
	const { written_at, service, dashboard } = await run(checkout, dataDir, databaseUrl);
	const held = { ...about, written_at };
	const folders = HALVES.map((half) => inProject("lib", half, "store", "versions", about.version, about.engine));
	const [serviceFolder = "", dashboardFolder = ""] = folders;
	for (const folder of folders) {
		rmSync(folder, { recursive: true, force: true });
		mkdirSync(folder, { recursive: true });
	}
	writeJson(join(serviceFolder, "held.json"), { ...held, ...service });
	writeJson(join(dashboardFolder, "held.json"), { ...held, ...dashboard });
	for (const name of ["app-secret", "credentials.json"])
		writeFileSync(join(serviceFolder, name), readFileSync(join(dataDir, name)));
	for (const half of HALVES) {
		const folder = half === "dashboard" ? dashboardFolder : serviceFolder;
		if (databaseUrl) writeFileSync(join(folder, `${half}.sql`), dump(databaseUrl, half.replaceAll("-", "_")));
		else writeFileSync(join(folder, `${half}.sqlite.gz`), gzipSync(await wholeFile(join(dataDir, `${half}.sqlite`))));
	}
}

/**
 * @param {string} checkout
 * @param {string} dataDir
 * @param {string} databaseUrl
 */
async function run(checkout, dataDir, databaseUrl) {
	const [port, appPort] = [await findFreePort(), await findFreePort()];
	const address = `http://localhost:${port}`;
	const own = { PORT: String(appPort), APP_URL: address, DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
	const env = { ...process.env, ...own, LOG_LEVEL: "error" };
	const npm = (/** @type {string[]} */ ...parameters) => {
		const { status, stdout, stderr } = spawnSync("npm", parameters, { cwd: checkout, env, encoding: "utf8" });
		if (status !== 0) throw new CommandError(`npm ${parameters.join(" ")}: ${stdout}${stderr}`);
		return stdout;
	};
	const proxy = await startAnswerLosingProxy(port, appPort);
	const app = spawn("npm", ["start"], { cwd: checkout, env, stdio: ["ignore", "pipe", "inherit"] });
	const ended = once(app, "exit");
	try {
		await new Promise((resolve, reject) => {
			app.stdout.on("data", (text) => String(text).includes("is ready") && resolve(undefined));
			ended.then(() => reject(new CommandError("The app did not start.")));
		});
		const credentials = JSON.parse(npm("run", "--silent", "credentials"));
		const admin = (/** @type {string[]} */ ...words) => npm("run", "--silent", "admin", "--", ...words);
		return await liveIn({ address, dataDir, credentials, admin, proxy: proxy.state });
	} finally {
		app.kill("SIGTERM");
		await ended;
		await proxy.stop();
	}
}

/**
 * The app is told to stop by npm, which does not wait for it: the file is whole once its log is empty.
 * @param {string} file of SQLite
 */
async function wholeFile(file) {
	const end = performance.now() + STOP_WITHIN_MILLISECONDS;
	while (existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0) {
		if (performance.now() > end) throw new CommandError(`${file} was not closed: its log still holds something.`);
		await delay(POLL_MILLISECONDS);
	}
	return readFileSync(file);
}

/**
 * Plain SQL that any client can play back.
 * @param {string} url
 * @param {string} schema
 */
function dump(url, schema) {
	const parameters = ["--schema", schema, "--inserts", "--no-owner", "--no-privileges", url];
	const { status, stdout, stderr } = spawnSync("pg_dump", parameters, { encoding: "utf8" });
	if (status !== 0) throw new CommandError(`pg_dump: ${stderr}`);
	// Commands of psql, which guard against hostile dumps and mean nothing to others.
	return stdout.replaceAll(/^\\(un)?restrict .*\n/gm, "");
}

/** @param {string} file @param {unknown} value */
function writeJson(file, value) {
	writeFileSync(file, `${JSON.stringify(value, null, "\t")}\n`);
}
