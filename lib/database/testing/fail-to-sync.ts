import { statSync } from "node:fs";
import fs from "node:fs/promises";
import { sql } from "kysely";
import { openDatabase } from "../open-database";

/** Fails to sync a commit, prints the size of the log, and ends without closing anything. */
export async function run(file: string): Promise<void> {
	const database = await openDatabase({ file });
	const handle = await fs.open(file, "r");
	Object.getPrototypeOf(handle).datasync = async () => {
		throw Object.assign(new Error("input/output error"), { code: "EIO" });
	};
	await handle.close();
	await sql`create table things (id text primary key)`.execute(database).catch(() => {});
	process.stdout.write(String(statSync(`${file}-wal`).size));
}
