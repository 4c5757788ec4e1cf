// Writes the fixtures of this version: it is started on an empty folder and on an empty PostgreSQL, used over HTTP and
// stopped, and what it leaves goes where the tests of upgrades look for it. Needs PostgreSQL with `pg_dump`:
// npm exec -c "node --import ./lib/database/testing/typescript.mjs e2e/old-versions/write-version.ts VERSION"
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { findFreePort } from "@/e2e/running-app/free-port";
import { startSecondApp } from "@/e2e/running-app/second-app";
import { startPostgres } from "@/lib/cli/test/postgres";
import { fillInstallation } from "./fill-installation";

const ROOT = join(import.meta.dirname, "..", "..");
const PARTS = ["identity-service", "dashboard"] as const;

const [, , version] = process.argv;
if (!version) throw new Error("Name the version.");
const postgres = await startPostgres();
if (!postgres) throw new Error("No PostgreSQL is installed here.");
await write("SQLite", "");
await write("PostgreSQL", postgres.url).finally(postgres.stop);

async function write(engine: "SQLite" | "PostgreSQL", databaseUrl: string): Promise<void> {
	const dataDir = mkdtempSync(join(tmpdir(), "old-version-"));
	// The secret says what it is to anyone who finds it in the repository.
	writeFileSync(join(dataDir, "app-secret"), `public-secret-of-the-fixture-of-${version}\n`, { mode: 0o600 });
	const held = await run(dataDir, databaseUrl);
	const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: ROOT, encoding: "utf8" }).trim();
	for (const part of PARTS) {
		const folder = join(ROOT, "lib", part, "store", "versions", version ?? "", engine);
		rmSync(folder, { recursive: true, force: true });
		mkdirSync(folder, { recursive: true });
		const about = { version, commit, engine, written_at: held.written_at, ...held[part] };
		writeFileSync(join(folder, "held.json"), `${JSON.stringify(about, null, "\t")}\n`);
		if (databaseUrl) writeFileSync(join(folder, `${part}.sql`), dump(databaseUrl, part.replaceAll("-", "_")));
		else writeFileSync(join(folder, `${part}.sqlite.gz`), gzipSync(readFileSync(join(dataDir, `${part}.sqlite`))));
		const files = part === "dashboard" ? [] : ["app-secret", "credentials.json"];
		for (const file of files) copyFileSync(join(dataDir, file), join(folder, file));
	}
	rmSync(dataDir, { recursive: true, force: true });
}

async function run(dataDir: string, databaseUrl: string) {
	const port = await findFreePort();
	const proxy = await startProxy(port);
	const environment = { PORT: String(port), APP_URL: proxy.address, DATA_DIR: dataDir };
	const app = await startSecondApp({ ...environment, DATABASE_URL: databaseUrl, RATE_LIMIT: "" });
	try {
		return await fillInstallation(app, proxy);
	} finally {
		await app.stop({ keepData: true });
		proxy.stop();
	}
}

/**
 * Starts a proxy on the loopback in front of an app. While `loseResponsesOf` names a path, requests below it are carried
 * out and their responses never arrive.
 */
async function startProxy(appPort: number) {
	const port = await findFreePort();
	const server = createServer((incoming, outgoing) => {
		const { method, url = "/", headers } = incoming;
		const forwarded = request({ port: appPort, host: "127.0.0.1", path: url, method, headers }, (response) => {
			if (proxy.loseResponsesOf && url.startsWith(proxy.loseResponsesOf)) {
				response.resume().once("end", () => outgoing.destroy());
				return;
			}
			outgoing.writeHead(response.statusCode ?? 502, response.headers);
			response.pipe(outgoing);
		});
		forwarded.once("error", () => outgoing.destroy());
		incoming.pipe(forwarded);
	});
	await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
	const proxy = {
		address: `http://localhost:${port}`,
		loseResponsesOf: "",
		stop() {
			server.closeAllConnections();
			server.close();
		},
	};
	return proxy;
}

/** Plain SQL that any client can play back. */
function dump(url: string, schema: string): string {
	const parameters = ["--schema", schema, "--inserts", "--no-owner", "--no-privileges", url];
	const text = execFileSync("pg_dump", parameters, { encoding: "utf8", maxBuffer: 2 ** 30 });
	// Commands of psql, which guard against hostile dumps and mean nothing to others.
	return text.replaceAll(/^\\(un)?restrict .*\n/gm, "");
}
