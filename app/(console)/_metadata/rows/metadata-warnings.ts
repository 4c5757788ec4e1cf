import { grouped } from "@/app/_editor/grouped";
import {
	METADATA_KEY_LENGTH_ADVISED_MAX,
	METADATA_KEY_PATTERN_ADVISED,
	normalForm,
	textLength,
} from "@/lib/contract/limits";
import { secretLikeness } from "@/lib/contract/secret-likeness";
import { isPlaceholder, type MetadataRow, textOf } from "./metadata-rows";

/** Possible mistakes in a row's key and in its value. */
export type RowWarnings = { key: string[]; value: string[] };

export const NO_WARNINGS: RowWarnings = { key: [], value: [] };

/**
 * Possible mistakes by row. They don't stop a save. Metadata is no place for credentials: every admin can read it.
 */
export function metadataWarnings(rows: readonly MetadataRow[]): RowWarnings[] {
	const alike = grouped(new Set(rows.map(({ key }) => key)), likeness);
	return rows.map((row) => {
		if (isPlaceholder(row)) return NO_WARNINGS;
		const { key, value } = row;
		const [first, second] = alike.get(likeness(key)) ?? [];
		const other = first === key ? second : first;
		const secret = secretLikeness(textOf(value));
		const twin = other !== undefined && key !== "" ? `This key differs from “${other}” only in case or spaces.` : null;
		return {
			key: [twin, keyWarning(key)].filter((warning) => warning !== null),
			value: secret ? [`This looks like ${secret}. Metadata is not a safe place for secrets.`] : [],
		};
	});
}

function likeness(key: string): string {
	return normalForm(key, "NFC").trim().toLowerCase();
}

function keyWarning(key: string): string | null {
	if (key === "") return null;
	if (!METADATA_KEY_PATTERN_ADVISED.test(key)) {
		return "A live tenant may refuse this key: it accepts letters, digits, _ and - only.";
	}
	if (textLength(key) > METADATA_KEY_LENGTH_ADVISED_MAX) {
		return `A live tenant may refuse this key: it is longer than ${METADATA_KEY_LENGTH_ADVISED_MAX} characters.`;
	}
	return null;
}
