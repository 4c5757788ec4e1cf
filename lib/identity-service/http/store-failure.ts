import { Refusal } from "./refusal";

/** SQLite's and PostgreSQL's (SQLSTATE) ways to say that a write was refused before anything was committed. */
const REFUSED =
	/^SQLITE_(FULL|READONLY|IOERR|CANTOPEN|BUSY|LOCKED|NOMEM)|^(53...|25006|57P03|40...|55P03|08001)$|^ECONNREFUSED$/;
const STORE = /^SQLITE_|^[0-9A-Z]{5}$|^E[A-Z]+$/;

/** The code that a database driver gave an error; null for any other error. */
export function storeFailureCode(error: unknown): string | null {
	if (typeof error !== "object" || error === null || !("code" in error) || typeof error.code !== "string") return null;
	return STORE.test(error.code) ? error.code : null;
}

/**
 * What the caller is told when something broke: fixed sentences, never the cause. After a refused write nothing is
 * saved; after a lost connection that cannot be known.
 */
export function internalRefusal(error: unknown): Refusal {
	const code = storeFailureCode(error);
	if (code === null) return new Refusal(500, "An internal server error occurred");
	return REFUSED.test(code)
		? new Refusal(503, "The service cannot use its store at the moment. Nothing was saved.")
		: new Refusal(503, "The service lost its store while it worked. Look up whether the change was saved.");
}
