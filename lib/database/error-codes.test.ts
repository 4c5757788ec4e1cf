import { expect, it } from "vitest";
import { isDatabaseError, storeFailureOf } from "./error-codes";

const withCode = (code: string) => Object.assign(new Error("refused"), { code });

it.each([
	["SQLITE_FULL", "accepts no writes: the disk is full"],
	["53100", "accepts no writes: the disk is full"],
	["SQLITE_READONLY_DBMOVED", "takes no writes: it is read-only"],
	["25006", "takes no writes: it is read-only"],
	["SQLITE_IOERR_FSYNC", "can't be used until a restart: its disk failed to keep what was written"],
	["EIO", "can't be used until a restart: its disk failed to keep what was written"],
	["SQLITE_IOERR_WRITE", "can't be used: its disk or its file is damaged"],
	["57P01", "does not answer"],
	["08006", "does not answer"],
	["ECONNREFUSED", "does not answer"],
])("%s is reported in words: the store %s", (code, failure) => {
	expect(storeFailureOf(withCode(code))).toBe(failure);
});

it.each([
	[13, "accepts no writes: the disk is full"],
	[8, "takes no writes: it is read-only"],
	// SQLITE_READONLY_DBMOVED, by its low byte.
	[1032, "takes no writes: it is read-only"],
	[1034, "can't be used until a restart: its disk failed to keep what was written"],
	// SQLITE_IOERR_WRITE.
	[778, "can't be used: its disk or its file is damaged"],
	[5, "does not answer"],
	[2067, null],
	[1, null],
])("SQLite's code %i, as Node reports it, has the words %j", (errcode, failure) => {
	expect(storeFailureOf(Object.assign(withCode("ERR_SQLITE_ERROR"), { errcode }))).toBe(failure);
});

it.each(["SQLITE_CONSTRAINT_UNIQUE", "SQLITE_ERROR", "23505", "40001", "ERR_JWS_INVALID"])(
	"%s is no failure of the store",
	(code) => expect(storeFailureOf(withCode(code))).toBeNull(),
);

it("an error without a code is no failure of the store", () => {
	expect([storeFailureOf(new Error("x")), storeFailureOf("x"), storeFailureOf(null)]).toEqual([null, null, null]);
});

it.each([
	...["SQLITE_FULL", "SQLITE_READONLY", "SQLITE_BUSY", "53100", "25006", "40001", "08001", "ECONNREFUSED"],
	"SQLITE_IOERR_FSYNC",
])("%s is the code of a refused write", (code) => expect(isDatabaseError(withCode(code), "notWritten")).toBe(true));

it.each([
	...["EIO", "ENOSPC", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMMAP", "SQLITE_CORRUPT"],
	...["08006", "57P01", "58030", "ECONNRESET", "EPIPE"],
])("%s leaves open whether something was written", (code) =>
	expect(isDatabaseError(withCode(code), "notWritten")).toBe(false),
);
