import { sql } from "kysely";
import { openDatabase } from "../open-database";

/** Opens new SQLite files, one after the other, at about the same moments as other processes, and writes into each. */
export async function run(folder: string, count: string): Promise<void> {
	for (let number = 0; number < Number(count); number += 1) {
		const database = await openDatabase({ file: `${folder}/${number}.sqlite` });
		await sql`create table if not exists things (id text primary key)`.execute(database);
		await database.destroy();
	}
}
