import { existsSync } from "node:fs";
import { createRequire } from "node:module";

// Preloaded into an app (`--import`): while the file FULL_DISK exists, SQLite has no space for a write. Once it is removed,
// the clock jumps ahead far enough that the store is probed again.
const PROBED_AGAIN_MILLISECONDS = 5_000;
const Database = createRequire(import.meta.url)("libsql");
const WRITES = /^\s*(insert|update|delete|pragma user_version)\b/i;
const { prepare } = Database.prototype;
const isFull = () => existsSync(process.env.FULL_DISK ?? "");

let wasFull = false;
const now = performance.now.bind(performance);
performance.now = () => {
	wasFull ||= isFull();
	return now() + (wasFull && !isFull() ? PROBED_AGAIN_MILLISECONDS : 0);
};

Database.prototype.prepare = function prepareOnFullDisk(/** @type {string} */ text) {
	const statement = prepare.call(this, text);
	if (!WRITES.test(text)) return statement;
	for (const method of ["run", "all"]) {
		const execute = statement[method].bind(statement);
		statement[method] = (/** @type {unknown[]} */ ...parameters) => {
			if (!isFull()) return execute(...parameters);
			throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
		};
	}
	return statement;
};
