import {
	METADATA_KEY_LENGTH_ADVISED_MAX,
	METADATA_KEY_PATTERN_ADVISED,
	normalForm,
	textLength,
} from "@/lib/contract/limits";
import type { MetadataEntry, StoredValue } from "@/lib/contract/metadata";
import { isolated } from "@/lib/contract/name-or-id";
import { secretLikeness } from "@/lib/contract/secret-likeness";
import { grouped, isPlaceholder, isSameValue, type RowText, textOf, valuesByKey } from "./metadata-rows";

// What is noted at a row and doesn't stop a save: its effect, and possible mistakes.

/** The effect of saving on a present row. */
export type RowMark = "added" | "changed" | "renamed";

/** The marks of the rows; null where saving doesn't change one. */
export function rowMarks(baseline: readonly MetadataEntry[], rows: readonly RowText[]): (RowMark | null)[] {
	const before = valuesByKey(baseline);
	const keys = new Set(rows.map(({ key }) => key));
	return rows.map((row) => {
		if (isPlaceholder(row)) return null;
		const { key, value, original } = row;
		const stored = before.get(key);
		if (stored !== undefined) return isSameValue(stored, value) ? null : "changed";
		return original && before.has(original[0]) && !keys.has(original[0]) ? "renamed" : "added";
	});
}

/** For each row the key of another that differs from its own only in case or spaces; null: there is none. */
export function similarKeys(rows: readonly Pick<RowText, "key">[]): (string | null)[] {
	const alike = grouped(new Set(rows.map(({ key }) => key)), likeness);
	return rows.map(({ key }) => {
		if (key === "") return null;
		const [first, second] = alike.get(likeness(key)) ?? [];
		return (first === key ? second : first) ?? null;
	});
}

function likeness(key: string): string {
	return normalForm(key, "NFC").trim().toLowerCase();
}

/** Possible mistakes in a key. @param similar the key of another row that is like it */
export function keyWarnings(key: string, similar: string | null): string[] {
	const warnings = similar === null ? [] : [`This key differs from “${isolated(similar)}” only in case or spaces.`];
	const refusedFor = (reason: string) => [...warnings, `A live tenant may refuse this key: ${reason}.`];
	if (key !== "" && !METADATA_KEY_PATTERN_ADVISED.test(key))
		return refusedFor("it accepts letters, digits, _ and - only");
	return textLength(key) > METADATA_KEY_LENGTH_ADVISED_MAX
		? refusedFor(`it is longer than ${METADATA_KEY_LENGTH_ADVISED_MAX} characters`)
		: warnings;
}

/** Possible mistakes in a value. Metadata is no place for credentials: every admin can read it. */
export function valueWarnings(value: StoredValue): string[] {
	const secret = secretLikeness(textOf(value));
	return secret ? [`This looks like ${secret}. Don't keep secrets in metadata.`] : [];
}
