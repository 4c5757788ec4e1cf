import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createDatabaseOfRun, createTestDatabase } from "@/lib/database/testing/test-database";
import { type IdentityServiceConfig, readConfig } from "../context/config";
import { openServiceDatabase } from "../open-service-parts";

const FILE = "identity-service.sqlite";

type Content = {
	appSecret: string;
	/** Fills a new database, which it opens and closes. */
	fill: (config: IdentityServiceConfig) => Promise<void>;
};

/**
 * Makes databases that all start with the same content. It is created once per process and engine, including migrations
 * and keys, and then copied.
 */
export function databasesWith({ appSecret, fill }: Content) {
	const appSecrets = { appSecret, previousAppSecret: null };
	const configOf = (settings: Record<string, string>) =>
		readConfig("http://localhost:3000", appSecrets, { RATE_LIMIT: "off", ...settings });
	const newFolder = () => mkdtempSync(path.join(tmpdir(), "identity-service-"));
	let file: Promise<string> | undefined;
	let template: Promise<string> | undefined;

	async function fillFile(): Promise<string> {
		const DATA_DIR = newFolder();
		await fill(configOf({ DATA_DIR }));
		const filled = path.join(DATA_DIR, FILE);
		const database = new DatabaseSync(filled);
		database.exec("pragma wal_checkpoint(TRUNCATE)");
		database.close();
		return filled;
	}

	async function fillTemplate(server: string): Promise<string> {
		const { name, url } = await createDatabaseOfRun(server);
		await fill(configOf({ DATABASE_URL: url }));
		return name;
	}

	/**
	 * @param environment settings of the service
	 * @param postgresServer where the database is created; else it is a SQLite file
	 */
	return async function open(environment: Record<string, string>, postgresServer?: string) {
		const dataDir = newFolder();
		let postgres: Awaited<ReturnType<typeof createTestDatabase>> | undefined;
		if (postgresServer) {
			template ??= fillTemplate(postgresServer);
			postgres = await createTestDatabase(postgresServer, await template);
		} else {
			file ??= fillFile();
			copyFileSync(await file, path.join(dataDir, FILE));
		}
		const config = configOf({ DATA_DIR: dataDir, ...(postgres && { DATABASE_URL: postgres.url }), ...environment });
		const database = await openServiceDatabase(config);
		return {
			config,
			database,
			dataDir,
			async close() {
				await database.destroy();
				await postgres?.drop();
				rmSync(dataDir, { recursive: true, force: true });
			},
		};
	};
}
