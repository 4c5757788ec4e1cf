import { randomBytes } from "node:crypto";
import pg from "pg";

/** A PostgreSQL database of its own on the server that `serverUrl` names, so that test files can run side by side. */
export async function createTestDatabase(serverUrl: string) {
	const name = `test_${randomBytes(8).toString("hex")}`;
	const url = new URL(serverUrl);
	url.pathname = `/${name}`;
	await query(serverUrl, `create database ${name}`);
	return { url: url.href, drop: () => query(serverUrl, `drop database ${name} with (force)`) };
}

async function query(url: string, statement: string): Promise<void> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	await client.query(statement);
	await client.end();
}
