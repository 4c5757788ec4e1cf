import { type Kysely, SqliteAdapter, sql } from "kysely";
import { expect } from "vitest";

type Row = Record<string, unknown>;
/** Every row of every table, by the table's name. */
export type StoredRows = Record<string, Row[]>;

/** The content of a database, read without the code that knows its tables; the migrations' own tables too. */
export async function storedRows<Schema>(database: Kysely<Schema>): Promise<StoredRows> {
	const isSqlite = database.getExecutor().adapter instanceof SqliteAdapter;
	const tables = isSqlite
		? sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
		: sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`;
	const rows: StoredRows = {};
	for (const { name } of (await tables.execute(database)).rows) {
		rows[name] = (await sql<Row>`select * from ${sql.id(name)}`.execute(database)).rows;
	}
	return rows;
}

/**
 * Every row is still there, with the same values. Nothing was added but columns and tables, and rows to the tables of
 * `growing`.
 */
export function expectSameRows(before: StoredRows, after: StoredRows, growing: readonly string[] = []): void {
	for (const [table, rows] of Object.entries(before)) {
		const columns = Object.keys(rows[0] ?? {});
		const kept = (after[table] ?? []).map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])));
		const expected = growing.includes(table) ? expect.arrayContaining(rows) : inOrder(rows);
		expect(inOrder(kept), table).toEqual(expected);
	}
}

/** Engines return rows in any order. */
function inOrder(rows: readonly Row[]): Row[] {
	return rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}
