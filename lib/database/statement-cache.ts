import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { SqliteFile, SqliteStatement } from "./durable-sqlite-driver";

const STATEMENTS_MAX = 200;

/**
 * A SQLite file whose statements are compiled once: all requests use the same texts. The least recently used statement is
 * evicted. A failed one may have stopped halfway, and is compiled again.
 */
export function withStatementCache(database: DatabaseSync): SqliteFile {
	const kept = new Map<string, SqliteStatement>();

	function compile(text: string): SqliteStatement {
		const statement = database.prepare(text);
		function orForget<Result>(run: () => Result): Result {
			try {
				return run();
			} catch (error) {
				kept.delete(text);
				throw error;
			}
		}
		return {
			reader: statement.columns().length > 0,
			all: (parameters) => orForget(() => statement.all(...(parameters as SQLInputValue[])).map(asObject)),
			run: (parameters) => orForget(() => statement.run(...(parameters as SQLInputValue[]))),
		};
	}

	return {
		get inTransaction() {
			return database.isTransaction;
		},
		prepare(text) {
			const statement = kept.get(text) ?? compile(text);
			// A Map keeps insertion order: deleted and set again, this one is evicted last.
			kept.delete(text);
			kept.set(text, statement);
			const [oldest] = kept.keys();
			if (kept.size > STATEMENTS_MAX && oldest !== undefined) kept.delete(oldest);
			return statement;
		},
		close() {
			kept.clear();
			database.close();
		},
	};
}

/** Rows come without a prototype, and React passes no such object to the browser. A copy would take longer. */
function asObject(row: Record<string, unknown>): object {
	return Object.setPrototypeOf(row, Object.prototype);
}
