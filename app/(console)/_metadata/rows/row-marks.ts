import { type EditedEntry, isPlaceholder, isSameValue, type MetadataRow } from "./metadata-rows";

/** The effect of saving on a present row. */
export type RowMark = "added" | "changed" | "renamed";

/** The marks of the rows; null where saving doesn't change one. */
export function rowMarks(baseline: readonly EditedEntry[], rows: readonly MetadataRow[]): (RowMark | null)[] {
	const before = new Map(baseline.map(([key, value]) => [key, value]));
	const keys = new Set(rows.map(({ key }) => key));
	return rows.map((row) => {
		if (isPlaceholder(row)) return null;
		const { key, value, original } = row;
		const stored = before.get(key);
		if (stored !== undefined) return isSameValue(stored, value) ? null : "changed";
		return original && before.has(original[0]) && !keys.has(original[0]) ? "renamed" : "added";
	});
}
