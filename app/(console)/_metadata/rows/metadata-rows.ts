import type { MetadataEntry, NotText, StoredValue } from "@/lib/contract/metadata";
import type { JsonObject } from "@/lib/contract/safe-object";

// The interface has an object, which is compared and merged as a list of entries, and edited as rows. Keys are values here,
// never property or field names, so that `__proto__`, dots and quotes are keys like any other.

/**
 * A row of the form. Its `id` stays the same while its key changes and other rows are added or removed. `original` is its
 * entry exactly as the service returned it; null for an added row. A row whose value is no text is read-only: it can only be
 * removed.
 */
export type MetadataRow = { id: string; key: string; value: StoredValue; original: MetadataEntry | null };

/** A row without an identity. */
export type RowText = Omit<MetadataRow, "id">;

export const EMPTY_ROW = { key: "", value: "", original: null } satisfies RowText;

export function isNotText(value: StoredValue): value is NotText {
	return typeof value !== "string";
}

/** A value as text: one that is no text as its JSON. */
export function textOf(value: StoredValue): string {
	return isNotText(value) ? value.json : value;
}

export function isSameValue(one: StoredValue | null, other: StoredValue | null): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

/** The keys whose values are no texts: a request can't hold them, so that a save would lose them. */
export function keysWithoutText(entries: readonly MetadataEntry[]): string[] {
	return entries.flatMap(([key, value]) => (isNotText(value) ? [key] : []));
}

/** The entries of the service's object; absent, null and empty are the same. */
export function entriesOf(metadata: JsonObject | null | undefined): MetadataEntry[] {
	return Object.entries(metadata ?? {}).map(([key, value]) => [
		key,
		typeof value === "string" ? value : { json: JSON.stringify(value) },
	]);
}

/** The service's object of entries, each key once. */
export function objectOf(entries: readonly MetadataEntry[]): JsonObject {
	return Object.fromEntries(entries.map(([key, value]) => [key, isNotText(value) ? JSON.parse(value.json) : value]));
}

export function valuesByKey(entries: readonly MetadataEntry[]): Map<string, StoredValue> {
	return new Map(entries.map(([key, value]) => [key, value]));
}

/** The rows that show these entries. */
export function rowsOf(entries: readonly MetadataEntry[]): MetadataRow[] {
	return entries.map(([key, value, from = key], index) => ({
		id: String(index),
		key,
		value,
		original: [from, value],
	}));
}

/** A row with neither key nor value is a placeholder, unless the empty key is stored. */
export function isPlaceholder({ key, value, original }: RowText): boolean {
	return key === "" && value === "" && original?.[0] !== "";
}

/** The entries of the rows, in their order. Of a duplicate key (a fault) both are in the list. */
export function entriesOfRows(rows: readonly RowText[]): MetadataEntry[] {
	const entries = rows.filter((row) => !isPlaceholder(row));
	return entries.map(({ key, value, original }) =>
		original && original[0] !== key ? [key, value, original[0]] : [key, value],
	);
}

/** An id that none of the rows has. */
export function freshId(rows: readonly MetadataRow[]): string {
	return String(Math.max(-1, ...rows.map(({ id }) => Number(id))) + 1);
}

/**
 * The rows for other entries than those that are shown. A row whose key stays is the same row, so that the cursor stays in
 * it; so does an added row that is still empty.
 * @param stored the service's entries, for the rows' originals
 */
export function renewedRows(
	entries: readonly MetadataEntry[],
	shown: readonly MetadataRow[],
	stored: readonly MetadataEntry[] = [],
): MetadataRow[] {
	const held = new Map(stored.map((entry): [string, MetadataEntry] => [entry[0], entry]));
	const isUntyped = (row: MetadataRow) => row.original === null && isPlaceholder(row);
	const left = new Map(shown.filter((row) => !isUntyped(row)).map((row) => [row.key, row]));
	let next = Number(freshId(shown));
	const rows = entries.map(([key, value, from]): MetadataRow => {
		const same = left.get(key);
		left.delete(key);
		const was = same ? same.original : from === undefined ? null : ([from, value] satisfies MetadataEntry);
		return { key, value, original: held.get(key) ?? was, id: same?.id ?? String(next++) };
	});
	return [...rows, ...shown.filter(isUntyped)];
}

/** The row that a button "Remove" of the form submits, from 0; null for other buttons. */
export function removedRow(intent: string): number | null {
	const index = /^remove:(\d{1,4})$/.exec(intent)?.[1];
	return index === undefined ? null : Number(index);
}

/**
 * The rows in the controls of a form: in order one `key`, one `value` and one `original` per row, and optionally one `row`:
 * its id. An original is JSON, empty, or the position of the entry in the form's `opened`.
 * @throws TypeError, SyntaxError for a form that no page of ours sends
 */
export function rowsOfForm(form: FormData): MetadataRow[] {
	const [keys, values, originals] = [texts(form, "key"), texts(form, "value"), texts(form, "original")];
	if (keys.length !== values.length || keys.length !== originals.length) throw new TypeError("rows are torn apart");
	const opened: MetadataEntry[] = JSON.parse(String(form.get("opened") ?? "{}")).rows ?? [];
	const ids = texts(form, "row");
	return keys.map((key, index) => {
		const original = originals[index] ? originalOf(JSON.parse(originals[index]), opened) : null;
		return {
			id: ids[index] ?? String(index),
			key: restored(key, original?.[0]),
			value: restored(values[index] ?? "", original?.[1]),
			original,
		};
	});
}

function originalOf(sent: MetadataEntry | number, opened: readonly MetadataEntry[]): MetadataEntry {
	const entry = typeof sent === "number" ? opened[sent] : sent;
	if (!entry) throw new TypeError("the original is not among what was opened");
	return [entry[0], entry[1]];
}

/** A row's original as `rowsOfForm` reads it: each text is in the page once. */
export function originalInForm({ original }: RowText, opened: readonly MetadataEntry[]): string {
	if (!original) return "";
	const position = opened.findIndex(([key, value]) => key === original[0] && isSameValue(value, original[1]));
	return position === -1 ? JSON.stringify(original) : String(position);
}

function texts(form: FormData, name: string): string[] {
	return form.getAll(name).map((value) => {
		if (typeof value !== "string") throw new TypeError("a file is not text");
		return value;
	});
}

/** Submitting a form turns every line break into CRLF: typed ones become "\n", what was not edited stays as it is. */
function restored<Of extends StoredValue>(submitted: string, original: Of | undefined): Of | string {
	if (original !== undefined && asShown(submitted) === asShown(textOf(original))) return original;
	return submitted.replace(/\r\n?/g, "\n");
}

/** A text after a page has shown and submitted it. */
function asShown(text: string): string {
	return text.toWellFormed().replaceAll("\0", "\uFFFD").replace(/\r\n?/g, "\n");
}

/** What has the same key, in its order. As `Map.groupBy`, which browsers of 2023 lack. */
export function grouped<Of>(all: Iterable<Of>, keyOf: (one: Of) => string): Map<string, Of[]> {
	const groups = new Map<string, Of[]>();
	for (const one of all) {
		const key = keyOf(one);
		const group = groups.get(key);
		if (group) group.push(one);
		else groups.set(key, [one]);
	}
	return groups;
}
