import type { Conflict, EditState } from "@/app/_editor/edit-state";
import { defineEditor, type Values } from "@/app/_editor/editor";
import { grouped } from "@/app/_editor/grouped";
import { isRecord, isText, type Kind } from "@/app/_editor/kinds/kind";
import { METADATA_PROPERTIES_MAX, METADATA_VALUE_LENGTH_MAX } from "@/lib/contract/limits";
import type { StoredValue } from "@/lib/contract/metadata";
import { textLength } from "@/lib/contract/text-length";
import { act } from "@/lib/dashboard/change-in-words";
import { listed } from "@/lib/dashboard/listed";
import {
	type EditedEntry,
	type EditedRow,
	editedEntries,
	entriesOf,
	entriesOfRows,
	isNotText,
	isPlaceholder,
	keysWithoutText,
	type MetadataRow,
	mapOf,
	numbered,
	renewedRows,
	rowsOf,
	rowsOfForm,
	textOf,
} from "./rows/metadata-rows";

/** All rows are one field, whose parts are the keys: each is compared and merged separately. */
const metadataRows: Kind<readonly EditedRow[], readonly EditedEntry[]> = {
	label: "Metadata",
	help: "",
	wire: "metadata",
	default: [],
	isValue: isRows,
	isContent: isEntries,
	toValue: (entries) => numbered(rowsOf(entries)),
	renew: renewedRows,
	contentOf: editedEntries,
	typed: rowsOfForm,
	partsOf,
	contentOfParts: (parts) =>
		[...parts].flatMap(([key, json]) => valuesIn(json).map((value): EditedEntry => [key, value])),
	partLabel: shown,
	valueInWords: (json) => (json === null ? "not there" : valuesIn(json).map(shown).join(", ")),
	partInSentence: shown,
	changeInWords({ before, after }, key) {
		const [was, is] = [before, after].map((json) => (json === null ? "" : valuesIn(json).map(shown).join(", ")));
		if (after === null) return act("remove", `${shown(key)} (was ${was})`);
		return before === null
			? act("add", `${shown(key)} with ${is}`)
			: act("change", `${shown(key)} from ${was} to ${is}`);
	},
	fault: (content, _before, rows) => Object.values(rowErrors(rows) ?? {})[0] ?? faultOfLoss(content),
	messagesOf,
	read: (stored) => entriesOf(stored as Parameters<typeof entriesOf>[0]),
	write: mapOf,
};

/** Edits the metadata of a resource that has some, by the property of `MetadataHolder`. */
export const metadataEditor = defineEditor({
	what: "metadata",
	fields: { rows: metadataRows },
	trail: { members: "rows" },
});

export type MetadataContent = { rows: readonly EditedEntry[] };
export type MetadataValues = Values<typeof metadataEditor.fields>;

export type MetadataState = EditState<typeof metadataEditor.fields> & {
	/** The row that takes the focus, for a page without scripts. */
	focusRow?: number;
	/** All metadata was removed on request. */
	isCleared?: true;
	/** Nothing was cleared, since the service stores other metadata than was shown; with the author of the change and the time. */
	uncleared?: MetadataContent & Pick<Conflict<typeof metadataEditor.fields>, "changedBy" | "at">;
};

export function keyOfPart(part: string): string {
	return part.slice("rows ".length);
}

/** A duplicate key, which can't be saved, has a part as well, so that it counts as an edit. */
function partsOf(entries: readonly EditedEntry[]): [string, string][] {
	return [...grouped(entries, ([key]) => key)].map(([key, those]) => {
		const values = those.map(([, value]) => value);
		return [key, JSON.stringify(values.length > 1 ? values : values[0])];
	});
}

/** The values in the JSON of a part: one, or several for a duplicate key. The audit trail keeps numbers and booleans too. */
export function valuesIn(json: string): StoredValue[] {
	const values: unknown[] = [JSON.parse(json)].flat();
	return values.map((value) => (isStoredValue(value) ? value : { json: JSON.stringify(value) }));
}

function shown(value: StoredValue): string {
	return value === "" ? '""' : textOf(value);
}

/** Why a save of entries would lose some of them; null: it would not. */
export function faultOfLoss(entries: readonly EditedEntry[]): string | null {
	const keys = keysWithoutText(entries).map((key) => `“${shown(key)}”`);
	if (keys.length === 0) return null;
	const [what, it, row] = keys.length === 1 ? ["The value", "it", "its row"] : ["The values", "them", "their rows"];
	return `${what} of ${listed(keys)} ${keys.length === 1 ? "is" : "are"} no text. A save sends all metadata, and only texts are accepted: it would lose ${it}. Remove ${row} to save without ${it}.`;
}

function isRows(rows: unknown): rows is readonly EditedRow[] {
	return Array.isArray(rows) && rows.every(isRow);
}

function isRow(row: unknown): boolean {
	if (!isRecord(row) || !isText(row.id)) return false;
	return isText(row.key) && isStoredValue(row.value) && (row.original === null || isEntry(row.original, 2));
}

function isEntries(entries: unknown): entries is readonly EditedEntry[] {
	return Array.isArray(entries) && entries.every((entry) => isEntry(entry, 3));
}

function isEntry(entry: unknown, lengthMax: number): boolean {
	if (!Array.isArray(entry) || entry.length < 2 || entry.length > lengthMax) return false;
	const [key, value, ...from]: unknown[] = entry;
	return isText(key) && isStoredValue(value) && from.every(isText);
}

function isStoredValue(value: unknown): value is StoredValue {
	return isText(value) || (isRecord(value) && isText(value.json) && Object.keys(value).length === 1);
}

/** Messages by path: `rows.count`, `rows.3.key`, `rows.3.value`. */
export type RowErrors = Record<string, string>;

/**
 * The faults of the rows; null where they are valid. The browser checks them at every key, so they are plain functions (a
 * schema library costs 35 KB and start-up time); the server checks them always.
 */
export function rowErrors(rows: readonly MetadataRow[]): RowErrors | null {
	const places = grouped(rows.keys(), (index) => rows[index]?.key ?? "");
	const messages = rows.flatMap((row, index) => [
		[`rows.${index}.key`, keyError(row, index, places)],
		[`rows.${index}.value`, valueError(row.value)],
	]);
	const found = [...messages, ["rows.count", countError(rows)]].filter(([, message]) => message !== null);
	return found.length > 0 ? Object.fromEntries(found) : null;
}

/** @param places of the rows by their keys */
function keyError(row: MetadataRow, index: number, places: ReadonlyMap<string, number[]>): string | null {
	const { key, original } = row;
	if (key === "") return isPlaceholder(row) || original?.[0] === "" ? null : "This value needs a key.";
	const twin = places.get(key)?.find((place) => place !== index);
	return twin === undefined ? null : `The key “${key}” is also in row ${twin + 1}.`;
}

function valueError(value: StoredValue): string | null {
	if (isNotText(value)) return null;
	const length = textLength(value);
	if (length <= METADATA_VALUE_LENGTH_MAX) return null;
	return `The value has ${length} characters; at most ${METADATA_VALUE_LENGTH_MAX} fit.`;
}

function countError(rows: readonly MetadataRow[]): string | null {
	const count = entriesOfRows(rows).length;
	if (count <= METADATA_PROPERTIES_MAX) return null;
	return `${count} keys are too many; at most ${METADATA_PROPERTIES_MAX} fit.`;
}

/** Ids of the controls that messages link to and that take the focus. */
export const ROWS_BUTTON = "rows";
export const ADD_BUTTON = "metadata-add-row";
export const JSON_TEXT = "metadata-json";

function messagesOf(fault: string, rows: readonly EditedRow[]): [target: string, message: string][] {
	const errors = rowErrors(rows);
	const lost = rows.find(({ value }) => isNotText(value));
	if (!errors && lost && fault === faultOfLoss(rows.map(({ key, value }) => [key, value]))) {
		return [[`metadata-value-${lost.id}`, fault]];
	}
	// The service's own message.
	if (!errors) return [[ROWS_BUTTON, fault]];
	return Object.entries(errors).map(([place, message]) => {
		const [, index, field] = place.split(".");
		const row = field ? rows[Number(index)] : undefined;
		if (!row) return [ADD_BUTTON, message];
		return [`metadata-${field}-${row.id}`, `Row ${Number(index) + 1}: ${message}`];
	});
}
