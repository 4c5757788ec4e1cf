import "server-only";

/** Codes of SQLite, of PostgreSQL (SQLSTATE) and of the system. */
const OF_STORE = /^SQLITE_|^[0-9A-Z]{5}$|^E[A-Z]+$/;

/**
 * What the person at the terminal reads when the app does not start: a sentence where the cause is a setting or the
 * database, else the error with its stack. Passwords in `DATABASE_URL` are left out.
 */
export function startFailure(error: unknown, { DATABASE_URL }: Record<string, string | undefined>): unknown {
	if (!(error instanceof Error)) return error;
	// Each half has its own class of this name.
	if (error.name === "ConfigError") return error.message;
	if (!("code" in error) || typeof error.code !== "string" || !OF_STORE.test(error.code)) return error;
	const place = DATABASE_URL ? `The database at ${hostOf(DATABASE_URL)}` : "The data folder";
	const setting = DATABASE_URL ? "DATABASE_URL" : "DATA_DIR";
	return `${place} can't be used: ${error.message || error.code} (${error.code}). Check ${setting}.`;
}

function hostOf(url: string): string {
	return URL.canParse(url) ? new URL(url).host : "DATABASE_URL";
}
