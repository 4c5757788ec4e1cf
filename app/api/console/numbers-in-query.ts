/** Whether a query has parameters beside these: a misspelt one would not be noticed, and another page be read. */
export function hasOthers(query: URLSearchParams, names: readonly string[]): boolean {
	return [...query.keys()].some((name) => !names.includes(name));
}

/** A number in a query; null where it is not one, or there are several. @param absent where there is none */
export function numberIn<Absent>(query: URLSearchParams, name: string, absent: Absent): number | Absent | null {
	const given = query.getAll(name);
	if (given.length === 0) return absent;
	return given.length === 1 && /^\d{1,15}$/.test(given[0] ?? "") ? Number(given[0]) : null;
}
