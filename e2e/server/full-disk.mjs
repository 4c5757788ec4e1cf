import { existsSync } from "node:fs";
import { createRequire } from "node:module";

// Preloaded into an app (`--import`): as long as the file FULL_DISK is there, SQLite finds no room for a write.
const Database = createRequire(import.meta.url)("libsql");
const WRITES = /^\s*(insert|update|delete|pragma user_version)\b/i;
const { prepare } = Database.prototype;

Database.prototype.prepare = function prepareOnFullDisk(/** @type {string} */ text) {
	const statement = prepare.call(this, text);
	if (!WRITES.test(text)) return statement;
	for (const way of ["run", "all"]) {
		const execute = statement[way].bind(statement);
		statement[way] = (/** @type {unknown[]} */ ...parameters) => {
			if (!existsSync(process.env.FULL_DISK ?? "")) return execute(...parameters);
			throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
		};
	}
	return statement;
};
