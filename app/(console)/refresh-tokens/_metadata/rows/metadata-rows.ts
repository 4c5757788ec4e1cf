// What the admin edits: rows of key and value. Keys are values of a row here, never property or field names, so that
// `__proto__`, dots and quotes are keys like any other.

/** One key of a token's metadata with its value. */
export type MetadataEntry = [key: string, value: string];

/** The same where it is wanted: `from` is the key that it had, where it is renamed. */
export type EditedEntry = readonly [key: string, value: string, from?: string];

/** `original` is the entry that the row was made of, exactly as the service gave it; null for a row that was added. */
export type MetadataRow = { key: string; value: string; original: MetadataEntry | null };

/** A row on the screen: `id` stays with it while its key changes and others come and go. */
export type EditedRow = MetadataRow & { id: string };

export const EMPTY_ROW: MetadataRow = { key: "", value: "", original: null };

/** The entries of a map as the service gives it; none, null and empty are the same. */
export function entriesOf(metadata: Record<string, string> | null | undefined): MetadataEntry[] {
	return Object.entries(metadata ?? {});
}

/** The rows that show these entries. */
export function rowsOf(entries: readonly EditedEntry[]): MetadataRow[] {
	return entries.map(([key, value, from = key]) => ({ key, value, original: [from, value] }));
}

/** A row with neither key nor value is a place to type in. A key that is stored as empty text is no such row. */
export function isPlaceholder({ key, value, original }: MetadataRow): boolean {
	return key === "" && value === "" && original?.[0] !== "";
}

/** What the rows say, in their order. Where a key stands twice (an error) both are in the list. */
export function entriesOfRows(rows: readonly MetadataRow[]): MetadataEntry[] {
	return rows.filter((row) => !isPlaceholder(row)).map(({ key, value }) => [key, value]);
}

/** The same, with what was renamed. */
export function editedEntries(rows: readonly MetadataRow[]): EditedEntry[] {
	const entries = rows.filter((row) => !isPlaceholder(row));
	return entries.map(({ key, value, original }) =>
		original && original[0] !== key ? [key, value, original[0]] : [key, value],
	);
}

/** Whether both hold the same keys with the same values, in whatever order. */
export function isSameMetadata(one: readonly MetadataEntry[], other: readonly MetadataEntry[]): boolean {
	const values = new Map(other);
	return one.length === other.length && one.every(([key, value]) => values.has(key) && values.get(key) === value);
}

export function numbered(rows: readonly MetadataRow[]): EditedRow[] {
	return rows.map((row, index) => ({ ...row, id: String(index) }));
}

/** An id that none of the rows has. */
export function freshId(rows: readonly EditedRow[]): string {
	return String(Math.max(-1, ...rows.map(({ id }) => Number(id))) + 1);
}

/**
 * The rows for other entries than those that are shown. A row whose key stays is the same row, so that the cursor in it
 * stays too; so does an added row that nothing was typed in yet.
 * @param stored what the service holds: what the rows are made of
 */
export function renewedRows(
	entries: readonly EditedEntry[],
	shown: readonly EditedRow[],
	stored: readonly EditedEntry[] = [],
): EditedRow[] {
	const held = new Map(stored.map(([key, value]): [string, MetadataEntry] => [key, [key, value]]));
	const left = new Map<string, EditedRow[]>();
	for (const row of shown) left.set(row.key, [...(left.get(row.key) ?? []), row]);
	let next = Number(freshId(shown));
	const rows = entries.map(([key, value, from]): EditedRow => {
		const same = left.get(key)?.shift();
		const was = same ? same.original : from === undefined ? null : ([from, value] satisfies MetadataEntry);
		return { key, value, original: held.get(key) ?? was, id: same?.id ?? String(next++) };
	});
	const untyped = [...left.values()].flat().filter((row) => row.original === null && isPlaceholder(row));
	return [...rows, ...untyped];
}

/**
 * The rows as a form holds them: as one JSON text named `rows`, exact to the last line break, or in controls of their own,
 * in order one `key`, one `value` and one `original` a row, and where the page knows it one `row`: its id.
 * @throws TypeError, SyntaxError for a form that no page of ours posts
 */
export function rowsOfForm(form: FormData): EditedRow[] {
	const text = form.get("rows");
	if (text !== null) return numbered(JSON.parse(String(text)));
	const [keys, values, originals] = [texts(form, "key"), texts(form, "value"), texts(form, "original")];
	if (keys.length !== values.length || keys.length !== originals.length) throw new TypeError("rows are torn apart");
	const rows = keys.map((key, index) => {
		const original = originals[index] ? (JSON.parse(originals[index]) as MetadataEntry) : null;
		return { key: restore(key, original?.[0]), value: restore(values[index] ?? "", original?.[1]), original };
	});
	const ids = texts(form, "row");
	return ids.length === rows.length ? rows.map((row, index) => ({ ...row, id: ids[index] ?? "" })) : numbered(rows);
}

function texts(form: FormData, name: string): string[] {
	return form.getAll(name).map((value) => {
		if (typeof value !== "string") throw new TypeError("a file is no text");
		return value;
	});
}

/** Posting a form turns every line break into CRLF; one that the admin typed is "\n", one that was there stays as it was. */
function restore(submitted: string, original: string | undefined): string {
	if (original !== undefined && asShown(submitted) === asShown(original)) return original;
	return submitted.replace(/\r\n?/g, "\n");
}

/** What is left of a text once a page has shown and posted it. */
function asShown(text: string): string {
	return text.toWellFormed().replaceAll("\0", "\uFFFD").replace(/\r\n?/g, "\n");
}

/** Only a text area can hold line breaks: an input would drop them without a word. */
export function hasLineBreak(text: string): boolean {
	return /[\r\n]/.test(text);
}
