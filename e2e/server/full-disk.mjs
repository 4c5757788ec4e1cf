import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

// Preloaded into an app (`--import`): while the file FULL_DISK exists, SQLite has no space for a write. Once it is removed,
// the clock jumps ahead far enough that the store is probed again.
const PROBED_AGAIN_MILLISECONDS = 5_000;
const WRITES = /^\s*(insert|update|delete|pragma user_version)\b/i;
const { prepare } = DatabaseSync.prototype;
const isFull = () => existsSync(process.env.FULL_DISK ?? "");

let wasFull = false;
const now = performance.now.bind(performance);
performance.now = () => {
	wasFull ||= isFull();
	return now() + (wasFull && !isFull() ? PROBED_AGAIN_MILLISECONDS : 0);
};

DatabaseSync.prototype.prepare = function prepareOnFullDisk(/** @type {string} */ text) {
	const statement = prepare.call(this, text);
	if (!WRITES.test(text)) return statement;
	for (const method of /** @type {const} */ (["run", "all"])) {
		/** @type {(...parameters: any[]) => any} */
		const execute = statement[method].bind(statement);
		statement[method] = (...parameters) => {
			if (!isFull()) return execute(...parameters);
			throw Object.assign(new Error("database or disk is full"), { code: "ERR_SQLITE_ERROR", errcode: 13 });
		};
	}
	return statement;
};
