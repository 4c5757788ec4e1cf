/** Names of SQLite's result codes (https://sqlite.org/rescode.html): Node reports their numbers. */
const SQLITE_CODES: Readonly<Record<number, string>> = {
	5: "SQLITE_BUSY",
	6: "SQLITE_LOCKED",
	7: "SQLITE_NOMEM",
	8: "SQLITE_READONLY",
	10: "SQLITE_IOERR",
	11: "SQLITE_CORRUPT",
	13: "SQLITE_FULL",
	14: "SQLITE_CANTOPEN",
	19: "SQLITE_CONSTRAINT",
	26: "SQLITE_NOTADB",
	517: "SQLITE_BUSY_SNAPSHOT",
	1034: "SQLITE_IOERR_FSYNC",
	1290: "SQLITE_IOERR_DIR_FSYNC",
	1555: "SQLITE_CONSTRAINT_PRIMARYKEY",
	2067: "SQLITE_CONSTRAINT_UNIQUE",
};

/** Codes of SQLite, PostgreSQL (SQLSTATE) and the system, by their meaning. A code may be in more than one row. */
const CODES = {
	uniqueViolation: /^(SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)|23505)$/,
	/** PostgreSQL reports a schema that another session creates at the same moment with either. */
	schemaExists: /^(42P06|23505)$/,
	/**
	 * Nothing was done because of a concurrent transaction: a serialization failure or deadlock (distributed engines report
	 * the first often), or SQLite's write after a read that another process has outdated.
	 */
	serializationFailure: /^(40001|40P01|SQLITE_BUSY_SNAPSHOT)$/,
	locked: /^SQLITE_BUSY$/,
	/** The server is shutting down, stopped, or starting. */
	serverGone: /^(08...|57P0[123]|ECONNRESET|ECONNREFUSED|EPIPE)$/,
	syncFailed: /FSYNC$/,
	/**
	 * The statement or transaction was refused before anything was committed. For SQLite's other I/O errors that is unknown:
	 * a commit may have failed after its last byte was written.
	 */
	notWritten:
		/^SQLITE_(FULL|READONLY|IOERR_FSYNC|CANTOPEN|BUSY|LOCKED|NOMEM)|^(53...|25006|57P03|40...|55P03|08001)$|^ECONNREFUSED$/,
} satisfies Record<string, RegExp>;
export type DatabaseErrorKind = keyof typeof CODES;

/** Why a store can't be used: the end of a sentence that begins with "The store". */
export type StoreFailure = string;

export const DOES_NOT_ANSWER: StoreFailure = "does not answer";

/** The first match applies. */
const STORE_FAILURES: [codes: RegExp, failure: StoreFailure][] = [
	[/^(SQLITE_FULL|53100|ENOSPC|EDQUOT)$/, "accepts no writes: the disk is full"],
	[/^(SQLITE_READONLY|25006$)/, "takes no writes: it is read-only"],
	[/^(SQLITE_IOERR.*FSYNC|EIO)$/, "can't be used until a restart: its disk failed to keep what was written"],
	[/^(SQLITE_(IOERR|CORRUPT|NOTADB|CANTOPEN)|58030$|XX001$)/, "can't be used: its disk or its file is damaged"],
	[/^(SQLITE_(BUSY|LOCKED)|08...$|57P0.$|53300$|E(CONN|PIPE|TIMEDOUT|HOST|NET|AI_|NOTFOUND))/, DOES_NOT_ANSWER],
];

const OF_DATABASE = /^SQLITE_|^[0-9A-Z]{5}$|^E[A-Z]+$/;

/** The code that a database driver or the system gave an error; null for any other error. */
export function databaseErrorCode(error: unknown): string | null {
	const code = codeOf(error);
	return OF_DATABASE.test(code) ? code : null;
}

/** Whether the error's code has this meaning, on either engine; false for an error without a code. */
export function isDatabaseError(error: unknown, kind: DatabaseErrorKind): boolean {
	return CODES[kind].test(codeOf(error));
}

/** Why the store failed; null for an error that is not about the store, such as a value that exists already. */
export function storeFailureOf(error: unknown): StoreFailure | null {
	const code = codeOf(error);
	return STORE_FAILURES.find(([codes]) => codes.test(code))?.[1] ?? null;
}

/** The same for an attempt that had to succeed: every error is a failure of the store. */
export function probeFailureOf(error: unknown): StoreFailure {
	return storeFailureOf(error) ?? DOES_NOT_ANSWER;
}

function codeOf(error: unknown): string {
	if (typeof error !== "object" || error === null || !("code" in error)) return "";
	if (error.code === "ERR_SQLITE_ERROR" && "errcode" in error) {
		const extended = Number(error.errcode);
		// The low byte of an extended code is the code that it belongs to.
		return SQLITE_CODES[extended] ?? SQLITE_CODES[extended & 0xff] ?? "SQLITE_ERROR";
	}
	return typeof error.code === "string" ? error.code : "";
}
