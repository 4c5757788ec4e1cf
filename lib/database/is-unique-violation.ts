/** True when a write failed because the value already exists, on either engine. */
export function isUniqueViolation(error: unknown): boolean {
	if (typeof error !== "object" || error === null || !("code" in error)) return false;
	return (
		error.code === "SQLITE_CONSTRAINT_UNIQUE" || error.code === "SQLITE_CONSTRAINT_PRIMARYKEY" || error.code === "23505"
	);
}
