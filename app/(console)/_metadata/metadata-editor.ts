import type { EditState } from "@/app/_editor/edit-state";
import { type ChangeText, defineEditor, type Values } from "@/app/_editor/editor";
import { defineKind, isRecord, isText } from "@/app/_editor/kinds/kind";
import { METADATA_PROPERTIES_MAX, METADATA_VALUE_LENGTH_MAX, textLength } from "@/lib/contract/limits";
import type { MetadataEntry, StoredValue } from "@/lib/contract/metadata";
import { isolated } from "@/lib/contract/name-or-id";
import { act } from "@/lib/dashboard/change-in-words";
import { listed } from "@/lib/dashboard/in-short";
import {
	entriesOfRows,
	grouped,
	isNotText,
	isPlaceholder,
	keysWithoutText,
	type MetadataRow,
	renewedRows,
	rowsOf,
	rowsOfForm,
	textOf,
} from "./rows/metadata-rows";

/** All rows are one field, whose parts are the keys: each is compared and merged separately. */
const metadataRows = defineKind<readonly MetadataRow[], readonly MetadataEntry[]>({
	label: "Metadata",
	default: [],
	isValue: isRows,
	isContent: isEntries,
	toValue: rowsOf,
	renew: renewedRows,
	contentOf: entriesOfRows,
	typed: rowsOfForm,
	partsOf,
	contentOfParts: (parts) =>
		[...parts].flatMap(([key, json]) => valuesIn(json).map((value): MetadataEntry => [key, value])),
	partLabel: shown,
	valueInWords: (json) => {
		const isOdd = json !== null && valuesIn(json).some(isNotText);
		return `${valueInWords(json)}${isOdd ? " (not text)" : ""}`;
	},
	partInSentence: shown,
	changeInWords({ before, after }, key) {
		if (after === null) return act("remove", `${shown(key)} (was ${valueInWords(before)})`);
		return before === null
			? act("add", `${shown(key)} with ${valueInWords(after)}`)
			: act("change", `${shown(key)} from ${valueInWords(before)} to ${valueInWords(after)}`);
	},
	fault: (content, _before, rows) => rowErrors(rows)[0]?.message ?? faultOfLoss(content),
	messagesOf,
});

/** Edits the metadata of a resource that has some. */
export const metadataEditor = defineEditor({
	what: "metadata",
	fields: { rows: metadataRows },
	trail: { members: "rows" },
	describeChanges: withRenames,
});

/** Whether both have the same keys with the same values, in any order. */
export function isSameMetadata(one: readonly MetadataEntry[], other: readonly MetadataEntry[]): boolean {
	return metadataEditor.changes({ rows: one }, { rows: other }).length === 0;
}

export type MetadataContent = { rows: readonly MetadataEntry[] };
export type MetadataValues = Values<typeof metadataEditor.fields>;

export type MetadataState = EditState<typeof metadataEditor.fields>;

/** The key is the identity, so that a rename removes one and adds another: it is told as one change. */
function withRenames(changes: ChangeText[], before: MetadataContent, { rows }: MetadataContent): ChangeText[] {
	const [was, is] = [before.rows, rows].map((entries) => new Set(entries.map(([key]) => key)));
	const left = new Map(changes.map((change) => [change.part, change]));
	for (const [key, value, from = key] of rows) {
		const part = partOf(key);
		if (was?.has(key) || is?.has(from) || !left.delete(partOf(from))) continue;
		const words = `Renames ${shown(from)} to ${shown(key)}: removes the old key, adds the new one with ${shown(value)}`;
		left.set(part, { part, words, chip: `${shown(from)} → ${shown(key)}` });
	}
	return [...left.values()];
}

function partOf(key: string): string {
	return key === "" ? "rows" : `rows ${key}`;
}

/** A duplicate key, which can't be saved, has a part as well, so that it counts as an edit. */
function partsOf(entries: readonly MetadataEntry[]): [string, string][] {
	return [...grouped(entries, ([key]) => key)].map(([key, those]) => {
		const values = those.map(([, value]) => value);
		return [key, JSON.stringify(values.length > 1 ? values : values[0])];
	});
}

/** The values in the JSON of a part: one, or several for a duplicate key. The audit trail keeps numbers and booleans too. */
function valuesIn(json: string): StoredValue[] {
	const values: unknown[] = [JSON.parse(json)].flat();
	return values.map((value) => (isStoredValue(value) ? value : { json: JSON.stringify(value) }));
}

function valueInWords(json: string | null): string {
	return json === null ? "not there" : valuesIn(json).map(shown).join(", ");
}

/** A key or value in a sentence. */
function shown(value: StoredValue): string {
	return isolated(value === "" ? '""' : textOf(value));
}

/** Why a save of entries would lose some of them; null: it would not. */
export function faultOfLoss(entries: readonly MetadataEntry[]): string | null {
	const keys = keysWithoutText(entries).map((key) => `“${shown(key)}”`);
	if (keys.length === 0) return null;
	const [what, it, row] = keys.length === 1 ? ["The value", "it", "its row"] : ["The values", "them", "their rows"];
	return `${what} of ${listed(keys)} ${keys.length === 1 ? "is" : "are"} not text. A save sends all metadata, and only texts are accepted: it would lose ${it}. Remove ${row} to save without ${it}.`;
}

function isRows(rows: unknown): rows is readonly MetadataRow[] {
	return Array.isArray(rows) && rows.every(isRow);
}

function isRow(row: unknown): boolean {
	if (!isRecord(row) || !isText(row.id)) return false;
	return isText(row.key) && isStoredValue(row.value) && (row.original === null || isEntry(row.original));
}

function isEntries(entries: unknown): entries is readonly MetadataEntry[] {
	return Array.isArray(entries) && entries.every(isEntry);
}

function isEntry(entry: unknown): boolean {
	if (!Array.isArray(entry) || entry.length < 2 || entry.length > 3) return false;
	const [key, value, ...from]: unknown[] = entry;
	return isText(key) && isStoredValue(value) && from.every(isText);
}

function isStoredValue(value: unknown): value is StoredValue {
	return isText(value) || (isRecord(value) && isText(value.json) && Object.keys(value).length === 1);
}

/** Ids of the controls that messages link to and that take the focus. */
export const ROWS_BUTTON = "rows";
export const ADD_BUTTON = "metadata-add-row";
export const JSON_TEXT = "metadata-json";

/** A fault of the rows, by the id of its control. `number`: of its row, from 1; absent: there are too many. */
type RowError = { target: string; message: string; number?: number };

/**
 * The faults of the rows. The browser checks them at every key, so they are plain functions (a schema library costs 35 KB
 * and start-up time); the server checks them always.
 */
export function rowErrors(rows: readonly MetadataRow[]): RowError[] {
	const places = grouped(rows.keys(), (index) => rows[index]?.key ?? "");
	const errors = rows.flatMap((row, index) => {
		const number = index + 1;
		const key = keyError(
			row,
			places.get(row.key)?.find((place) => place !== index),
		);
		const value = valueFault(row.value);
		return [
			...(key ? [{ target: `metadata-key-${row.id}`, message: key, number }] : []),
			...(value ? [{ target: `metadata-value-${row.id}`, message: value, number }] : []),
		];
	});
	const count = entriesOfRows(rows).length;
	if (count <= METADATA_PROPERTIES_MAX) return errors;
	const message = `${count} keys are too many; at most ${METADATA_PROPERTIES_MAX} fit.`;
	return [...errors, { target: ADD_BUTTON, message }];
}

/** @param twin the index of another row with the key */
function keyError(row: MetadataRow, twin: number | undefined): string | null {
	const { key, original } = row;
	if (key === "") return isPlaceholder(row) || original?.[0] === "" ? null : "This value needs a key.";
	return twin === undefined ? null : `The key “${isolated(key)}” is also in row ${twin + 1}.`;
}

/** Why a value can't be saved. */
export function valueFault(value: StoredValue): string | null {
	const length = isNotText(value) ? 0 : textLength(value);
	if (length <= METADATA_VALUE_LENGTH_MAX) return null;
	return `The value has ${length} characters; at most ${METADATA_VALUE_LENGTH_MAX} fit.`;
}

function messagesOf(fault: string, rows: readonly MetadataRow[]): [target: string, message: string][] {
	const errors = rowErrors(rows);
	const lost = rows.find(({ value }) => isNotText(value));
	// Without a row that a save would lose it is the service's own message.
	if (errors.length === 0) return [[lost ? `metadata-value-${lost.id}` : ROWS_BUTTON, fault]];
	return errors.map(({ target, message, number }) => [target, number ? `Row ${number}: ${message}` : message]);
}
