/** What keeps a store from being used: the end of a sentence that begins with "The store". */
export type StoreFault = string;

export const DOES_NOT_ANSWER: StoreFault = "does not answer";

/** By the codes of SQLite, of PostgreSQL (SQLSTATE), and of the system. The first that matches counts. */
const FAULTS: [codes: RegExp, fault: StoreFault][] = [
	[/^(SQLITE_FULL|53100|ENOSPC|EDQUOT)$/, "takes no writes: the disk is full"],
	[/^(SQLITE_READONLY|25006$)/, "takes no writes: it is read-only"],
	[/^(SQLITE_IOERR.*FSYNC|EIO)$/, "can't be used until a restart: its disk failed to keep what was written"],
	[/^(SQLITE_(IOERR|CORRUPT|NOTADB|CANTOPEN)|58030$|XX001$)/, "can't be used: its disk or its file is damaged"],
	[/^(SQLITE_(BUSY|LOCKED)|08...$|57P0.$|53300$|E(CONN|PIPE|TIMEDOUT|HOST|NET|AI_|NOTFOUND))/, DOES_NOT_ANSWER],
];

/**
 * SQLite's and PostgreSQL's (SQLSTATE) codes of statements that were refused before anything was committed. Of SQLite's
 * other I/O errors that is not known: a commit may have failed after its last byte was written.
 */
const NOT_WRITTEN =
	/^SQLITE_(FULL|READONLY|IOERR_FSYNC|CANTOPEN|BUSY|LOCKED|NOMEM)|^(53...|25006|57P03|40...|55P03|08001)$|^ECONNREFUSED$/;

/** Whether the statement or transaction that failed has certainly written nothing; false where it may have. */
export function isCertainlyNotWritten(error: unknown): boolean {
	return NOT_WRITTEN.test(codeOf(error));
}

/** Why the store failed; null for an error that says nothing about the store, such as a value that is taken. */
export function storeFaultOf(error: unknown): StoreFault | null {
	const code = codeOf(error);
	return FAULTS.find(([codes]) => codes.test(code))?.[1] ?? null;
}

function codeOf(error: unknown): string {
	return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}

/** The same of an attempt that had to succeed: whatever it failed with. */
export function storeFaultOfProbe(error: unknown): StoreFault {
	return storeFaultOf(error) ?? DOES_NOT_ANSWER;
}
