import { statSync } from "node:fs";
import { StatementSync } from "node:sqlite";
import { type Kysely, sql } from "kysely";
import { databaseErrorCode } from "../error-codes";
import { openDatabase } from "../open-database";

/** What each attempt ended with: a code, or null where it succeeded. */
export type Report = {
	opened: string | null;
	written: (string | null)[];
	read: string | null;
	/** The size of the log at the end. */
	logBytes: number;
};

/**
 * Writes things with the numbers from 1 on, reads, reports, and ends without closing anything.
 * @param failing the number of the first write whose sync fails; absent: the machine fails by itself, or not
 */
export async function run(file: string, count: string, failing?: string): Promise<void> {
	if (failing) failFrom(Number(failing));
	const report: Report = { opened: null, written: [], read: null, logBytes: 0 };
	const database = await openDatabase({ file }).catch((error: unknown) => {
		report.opened = databaseErrorCode(error);
	});
	if (database) {
		for (let id = 1; id <= Number(count); id += 1)
			report.written.push(await codeOf(sql`insert into things (id) values (${id})`, database));
		report.read = await codeOf(sql`select id from things`, database);
		report.logBytes = statSync(`${file}-wal`).size;
	}
	process.stdout.write(JSON.stringify(report));
}

function codeOf(statement: ReturnType<typeof sql>, database: Kysely<unknown>): Promise<string | null> {
	return statement.execute(database).then(() => null, databaseErrorCode);
}

function failFrom(number: number): void {
	const { run } = StatementSync.prototype;
	let writes = 0;
	StatementSync.prototype.run = function (this: StatementSync, ...parameters: unknown[]) {
		const result = Reflect.apply(run, this, parameters);
		writes += 1;
		if (writes < number) return result;
		throw Object.assign(new Error("disk I/O error"), { code: "ERR_SQLITE_ERROR", errcode: 1034 });
	};
}
