// Writes the fixtures of this version: `npm exec -c "node e2e/bench/versions/write-version.ts VERSION"`. It is started on
// an empty folder and on an empty PostgreSQL, lived in over HTTP and stopped; what it leaves goes where the tests of
// upgrades look for it. Needs PostgreSQL with `pg_dump`.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { CommandError, runMain } from "../../../lib/cli/command.mjs";
import { findFreePort } from "../../../lib/cli/port.ts";
import { inProject, PROJECT_DIR } from "../../../lib/cli/project.mjs";
import { startPostgres } from "../../../lib/cli/test/postgres.ts";
import { startServer } from "../server.ts";
import { newDataFolder } from "../sides.ts";
import { openTenant } from "../tenant.ts";
import { liveIn } from "./live-in-it.ts";

const PARTS = ["identity-service", "dashboard"] as const;

runMain(async () => {
	const [, , version] = process.argv;
	if (!version) throw new CommandError("Usage: node e2e/bench/versions/write-version.ts VERSION");
	await write(version, "SQLite", "");
	const postgres = await startPostgres();
	if (!postgres) throw new CommandError("No PostgreSQL is installed here.");
	await write(version, "PostgreSQL", postgres.url).finally(() => postgres.stop());
	process.exit();
});

async function write(version: string, engine: "SQLite" | "PostgreSQL", databaseUrl: string): Promise<void> {
	const dataDir = newDataFolder();
	// Says of itself what it is, to whoever finds it in the repository.
	writeFileSync(join(dataDir, "app-secret"), `nobodys-secret-of-the-fixture-of-${version}\n`, { mode: 0o600 });
	const held = await run(dataDir, databaseUrl);
	const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: PROJECT_DIR, encoding: "utf8" }).trim();
	for (const part of PARTS) {
		const folder = inProject("lib", part, "store", "versions", version, engine);
		rmSync(folder, { recursive: true, force: true });
		mkdirSync(folder, { recursive: true });
		const about = { version, commit, engine, written_at: held.written_at, ...held[part] };
		writeFileSync(join(folder, "held.json"), `${JSON.stringify(about, null, "\t")}\n`);
		if (databaseUrl) writeFileSync(join(folder, `${part}.sql`), dump(databaseUrl, part.replaceAll("-", "_")));
		else writeFileSync(join(folder, `${part}.sqlite.gz`), gzipSync(readFileSync(join(dataDir, `${part}.sqlite`))));
		if (part === "dashboard") continue;
		for (const name of ["app-secret", "credentials.json"]) {
			writeFileSync(join(folder, name), readFileSync(join(dataDir, name)));
		}
	}
}

async function run(dataDir: string, databaseUrl: string) {
	const proxy = await startProxy();
	const settings = { APP_URL: proxy.address, DATABASE_URL: databaseUrl, RATE_LIMIT: "" };
	const app = await startServer({ folder: PROJECT_DIR, dataDir, settings });
	proxy.appAddress = app.address;
	const admin = (...words: string[]) => {
		const parameters = [process.env.npm_execpath ?? "", "run", "--silent", "admin", "--", ...words];
		return execFileSync(process.execPath, parameters, { cwd: PROJECT_DIR, env: app.env, encoding: "utf8" });
	};
	try {
		return await liveIn(await openTenant(proxy.address, dataDir), admin, proxy);
	} finally {
		await app.stop();
		proxy.stop();
	}
}

/**
 * A proxy on the loopback in front of an app. While `loseAnswersOf` names a path, requests below it are carried out and
 * their answers never arrive.
 */
async function startProxy() {
	const port = await findFreePort();
	const server = createServer((incoming, outgoing) => {
		const { method, url = "/", headers } = incoming;
		const forwarded = request(proxy.appAddress + url, { method, headers }, (answer) => {
			if (proxy.loseAnswersOf && url.startsWith(proxy.loseAnswersOf)) {
				answer.resume().once("end", () => outgoing.destroy());
				return;
			}
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(outgoing);
		});
		forwarded.once("error", () => outgoing.destroy());
		incoming.pipe(forwarded);
	});
	const proxy = {
		...{ address: `http://localhost:${port}`, appAddress: "", loseAnswersOf: "" },
		stop() {
			server.closeAllConnections();
			server.close();
		},
	};
	await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
	return proxy;
}

/** Plain SQL that any client can play back. */
function dump(url: string, schema: string): string {
	const parameters = ["--schema", schema, "--inserts", "--no-owner", "--no-privileges", url];
	const text = execFileSync("pg_dump", parameters, { encoding: "utf8", maxBuffer: 2 ** 30 });
	// Commands of psql, which guard against hostile dumps and mean nothing to others.
	return text.replaceAll(/^\\(un)?restrict .*\n/gm, "");
}
