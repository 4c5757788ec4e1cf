import { startIdentityService } from "../start";

/** Starts the service and writes its settings and key IDs as one line of JSON. */
export async function run(dataDir: string, databaseUrl = ""): Promise<void> {
	const environment = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
	const { settings, parts } = await startIdentityService({ appUrl: "http://localhost:3000", environment });
	await parts.keys.ready();
	const keys = parts.keys.privateKeySet.keys.map(({ kid }) => kid);
	process.stdout.write(`${JSON.stringify({ settings, keys })}\n`);
	await parts.database.destroy();
}
