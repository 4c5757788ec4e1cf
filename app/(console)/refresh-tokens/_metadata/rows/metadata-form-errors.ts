import { METADATA_PROPERTIES_MAX, METADATA_VALUE_LENGTH_MAX } from "@/lib/contract/limits";
import { textLength } from "@/lib/contract/text-length";
import { entriesOfRows, isPlaceholder, type MetadataRow } from "./metadata-rows";

/** Messages by place: `rows.count`, `rows.3.key`, `rows.3.value`. */
export type MetadataErrors = Record<string, string>;

/**
 * The rules of the rows, in the admin's words; null where the rows hold. They are asked at every key in the browser, so
 * they are plain functions (a schema library costs 35 KB and its start), and always on the server.
 */
export function metadataFormErrors(rows: readonly MetadataRow[]): MetadataErrors | null {
	const places = rows.flatMap((row, index) => [
		[`rows.${index}.key`, keyError(row, index, rows)],
		[`rows.${index}.value`, valueError(row.value)],
	]);
	const found = [...places, ["rows.count", countError(rows)]].filter(([, message]) => message !== null);
	return found.length > 0 ? Object.fromEntries(found) : null;
}

function keyError(row: MetadataRow, index: number, rows: readonly MetadataRow[]): string | null {
	const { key, original } = row;
	if (key === "") return isPlaceholder(row) || original?.[0] === "" ? null : "This value needs a key.";
	const twin = rows.findIndex((other, position) => position !== index && other.key === key);
	return twin === -1 ? null : `The key “${key}” is also in row ${twin + 1}.`;
}

function valueError(value: string): string | null {
	const length = textLength(value);
	if (length <= METADATA_VALUE_LENGTH_MAX) return null;
	return `The value has ${length} characters; at most ${METADATA_VALUE_LENGTH_MAX} fit.`;
}

function countError(rows: readonly MetadataRow[]): string | null {
	const count = entriesOfRows(rows).length;
	if (count <= METADATA_PROPERTIES_MAX) return null;
	return `${count} keys are too many; at most ${METADATA_PROPERTIES_MAX} fit.`;
}
