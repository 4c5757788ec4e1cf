// What the admin edits: rows of key and value. Keys are values of a row here, never property or field names, so that
// `__proto__`, dots and quotes are keys like any other.

/** One key of a token's metadata with its value. */
export type MetadataEntry = [key: string, value: string];

/** `original` is the entry that the row was made of, exactly as the service gave it; null for a row that was added. */
export type MetadataRow = { key: string; value: string; original: MetadataEntry | null };

export const EMPTY_ROW: MetadataRow = { key: "", value: "", original: null };

/** The entries of a map as the service gives it; none, null and empty are the same. */
export function entriesOf(metadata: Record<string, string> | null | undefined): MetadataEntry[] {
	return Object.entries(metadata ?? {});
}

/** The rows that show these entries. */
export function rowsOf(entries: readonly MetadataEntry[]): MetadataRow[] {
	return entries.map(([key, value]) => ({ key, value, original: [key, value] }));
}

/** A row with neither key nor value is a place to type in. A key that is stored as empty text is no such row. */
export function isPlaceholder({ key, value, original }: MetadataRow): boolean {
	return key === "" && value === "" && original?.[0] !== "";
}

/** What the rows say, in their order. Where a key stands twice (an error) both are in the list. */
export function entriesOfRows(rows: readonly MetadataRow[]): MetadataEntry[] {
	return rows.filter((row) => !isPlaceholder(row)).map(({ key, value }) => [key, value]);
}

/** Whether both hold the same keys with the same values, in whatever order. */
export function isSameMetadata(one: readonly MetadataEntry[], other: readonly MetadataEntry[]): boolean {
	const values = new Map(other);
	return one.length === other.length && one.every(([key, value]) => values.has(key) && values.get(key) === value);
}

/** Only a text area can hold line breaks: an input would drop them without a word. */
export function hasLineBreak(text: string): boolean {
	return /[\r\n]/.test(text);
}
