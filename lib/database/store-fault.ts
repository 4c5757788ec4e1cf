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

/** Why the store failed; null for an error that says nothing about the store, such as a value that is taken. */
export function storeFaultOf(error: unknown): StoreFault | null {
	const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
	return FAULTS.find(([codes]) => codes.test(code))?.[1] ?? null;
}

/** The same of an attempt that had to succeed: whatever it failed with. */
export function storeFaultOfProbe(error: unknown): StoreFault {
	return storeFaultOf(error) ?? DOES_NOT_ANSWER;
}
