import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { describe } from "vitest";
import { createTestDatabase } from "./test-database";

/** A copy of an old version's data, for one test. */
export type OldInstallation = {
	/** The data folder. */
	dataDir: string;
	/** The environment of a start of the app. */
	environment: { DATA_DIR: string; DATABASE_URL: string };
	remove: () => Promise<void>;
};

type OldVersion = {
	/** Where its fixture is. */
	folder: string;
	engine: "SQLite" | "PostgreSQL";
	/** Makes a copy. */
	install: () => Promise<OldInstallation>;
};

/**
 * Runs a suite for each version and engine with a fixture: `{folder}/{version}/{engine}` with `{part}.sqlite.gz` or
 * `{part}.sql`. The title reports where there is no PostgreSQL to test on.
 */
export function describeOldVersions(folder: string, part: string, suite: (version: OldVersion) => void): void {
	const server = process.env.TEST_DATABASE_URL;
	for (const version of readdirSync(folder)) {
		for (const engine of ["SQLite", "PostgreSQL"] as const) {
			const fixture = path.join(folder, version, engine);
			if (!existsSync(fixture)) continue;
			const others = readdirSync(fixture).filter((file) => !file.startsWith(`${part}.`) && file !== "held.json");
			const install = () => installCopy(fixture, part, others, engine === "PostgreSQL" ? server : undefined);
			const run = () => suite({ folder: fixture, engine, install });
			const title = `what ${version} left on ${engine}`;
			if (engine === "SQLite" || server) describe(title, run);
			else describe.skip(`${title}: NOT TESTED, for want of TEST_DATABASE_URL`, run);
		}
	}
}

/** What was written until a version's process was killed, on SQLite. */
type KilledVersion = {
	/** A copy, with the log as it was left. */
	installation: OldInstallation;
	/** The names of the templates whose creation had been acknowledged. */
	templates: string[];
};

/** Runs a suite for each version that was killed: `{folder}/{version}/killed` with the files of SQLite and `held.json`. */
export function describeKilledVersions(folder: string, suite: (install: () => KilledVersion) => void): void {
	for (const version of readdirSync(folder)) {
		const fixture = path.join(folder, version, "killed");
		if (existsSync(fixture))
			describe(`what ${version} left when it was killed`, () => suite(() => installKilled(fixture)));
	}
}

function installKilled(fixture: string): KilledVersion {
	const dataDir = newFolder();
	for (const file of readdirSync(fixture)) {
		const content = readFileSync(path.join(fixture, file));
		writeFileSync(path.join(dataDir, path.basename(file, ".gz")), file.endsWith(".gz") ? gunzipSync(content) : content);
	}
	const { templates } = JSON.parse(readFileSync(path.join(dataDir, "held.json"), "utf8"));
	return { installation: installationOf(dataDir), templates };
}

async function installCopy(
	fixture: string,
	part: string,
	others: string[],
	server: string | undefined,
): Promise<OldInstallation> {
	const dataDir = newFolder();
	for (const file of others) writeFileSync(path.join(dataDir, file), readFileSync(path.join(fixture, file)));
	const postgres = server ? await createTestDatabase(server) : null;
	if (postgres) await playBack(postgres.url, readFileSync(path.join(fixture, `${part}.sql`), "utf8"));
	else {
		const file = gunzipSync(readFileSync(path.join(fixture, `${part}.sqlite.gz`)));
		writeFileSync(path.join(dataDir, `${part}.sqlite`), file);
	}
	return installationOf(dataDir, postgres);
}

function newFolder(): string {
	return mkdtempSync(path.join(tmpdir(), "old-version-"));
}

function installationOf(
	dataDir: string,
	postgres: Awaited<ReturnType<typeof createTestDatabase>> | null = null,
): OldInstallation {
	return {
		dataDir,
		environment: { DATA_DIR: dataDir, DATABASE_URL: postgres?.url ?? "" },
		async remove() {
			await postgres?.drop();
			rmSync(dataDir, { recursive: true, force: true });
		},
	};
}

async function playBack(url: string, dump: string): Promise<void> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	await client.query(dump).finally(() => client.end());
}
