import { expect, test } from "vitest";
import { ConfigError } from "./config";
import { startFailure } from "./start";

const DATABASE_URL = "postgres://console:planted-password@db.example.com:5433/console";
const failure = (code: string, message: string) => Object.assign(new Error(message), { code });

test("an unusable setting is reported with its own message", () => {
	expect(startFailure(new ConfigError("EDITORS is missing"), {})).toBe("EDITORS is missing");
});

test("a database that does not respond is named with the setting, and without its password", () => {
	expect(startFailure(failure("ECONNREFUSED", "connect ECONNREFUSED 192.0.2.1:5433"), { DATABASE_URL })).toBe(
		"The database at db.example.com:5433 can't be used: connect ECONNREFUSED 192.0.2.1:5433 (ECONNREFUSED). Check DATABASE_URL.",
	);
	expect(startFailure(failure("08001", ""), { DATABASE_URL: "no url" })).toBe(
		"The database at DATABASE_URL can't be used: 08001 (08001). Check DATABASE_URL.",
	);
});

test("a data folder that can't be written is named with its setting", () => {
	expect(startFailure(failure("EACCES", "EACCES: permission denied, mkdir '/data'"), {})).toBe(
		"The data folder can't be used: EACCES: permission denied, mkdir '/data' (EACCES). Check DATA_DIR.",
	);
});

test("a programming error keeps its stack", () => {
	for (const mistake of [new TypeError("x is not a function"), failure("ERR_MODULE_NOT_FOUND", "no such module")]) {
		expect(startFailure(mistake, { DATABASE_URL })).toBe(mistake);
	}
});
