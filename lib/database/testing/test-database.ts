import { randomBytes } from "node:crypto";
import pg from "pg";

/**
 * A PostgreSQL database of its own on the server that `serverUrl` names, so that test files can run side by side.
 * @param template the name of a database without connections: the new one starts as its copy
 */
export async function createTestDatabase(serverUrl: string, template = "template1") {
	const name = `test_${randomBytes(8).toString("hex")}`;
	await createDatabase(serverUrl, name, template);
	return { url: urlOf(serverUrl, name), drop: () => dropDatabase(serverUrl, name) };
}

/** A database for this run of Vitest: the process that drops it at the end is the parent of the workers. */
export async function createDatabaseOfRun(serverUrl: string) {
	const name = `${databasesOf(process.ppid)}${randomBytes(8).toString("hex")}`;
	await createDatabase(serverUrl, name, "template1");
	return { name, url: urlOf(serverUrl, name) };
}

/** Vitest's `globalSetup`: runs once after all tests. */
export async function teardown(): Promise<void> {
	const server = process.env.TEST_DATABASE_URL;
	if (!server) return;
	const { rows } = await query(server, "select datname from pg_database");
	const names = rows.map(({ datname }: { datname: string }) => datname);
	for (const name of names.filter((name) => name.startsWith(databasesOf(process.pid))))
		await dropDatabase(server, name);
}

const databasesOf = (processId: number) => `of_run_${processId}_`;

function urlOf(serverUrl: string, name: string): string {
	const url = new URL(serverUrl);
	url.pathname = `/${name}`;
	return url.href;
}

const createDatabase = (serverUrl: string, name: string, template: string) =>
	query(serverUrl, `create database ${name} template ${template}`);

const dropDatabase = async (serverUrl: string, name: string) => {
	await query(serverUrl, `drop database ${name} with (force)`);
};

async function query(url: string, statement: string): Promise<pg.QueryResult> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		return await client.query(statement);
	} finally {
		await client.end();
	}
}
