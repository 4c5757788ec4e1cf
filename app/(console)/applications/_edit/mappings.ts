import { grouped } from "@/app/_editor/grouped";
import { uriFault } from "@/app/_editor/kinds/address";
import { isRecord, isText, type Kind } from "@/app/_editor/kinds/kind";
import { lineFaces, linesOf } from "@/app/_editor/kinds/lines";
import { mappingFaces } from "@/app/_editor/kinds/mapping";
import {
	ADDON_MAPPING_KEY_LENGTH_MAX,
	ADDON_MAPPING_NAMES_MAX,
	ADDON_MAPPINGS_MAX,
} from "@/lib/contract/client/addon-limits";
import { textLength } from "@/lib/contract/text-length";

/** A field of the profile, and an attribute that it becomes. */
type Row = { field: string; name: string };

/**
 * Maps profile fields to attributes, a line each; without any the tenant's own apply. Each field is merged separately. What
 * no line can hold stays stored.
 */
export const mappings: Kind<string, readonly Row[]> = {
	...mappingFaces<readonly Row[]>({
		label: "Mappings",
		help: "A field of the person's profile and the attribute that it becomes, one a line, as in email = http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress. A field may stand in several lines. There are user_id, email, email_verified, name, given_name, family_name, nickname, picture, upn and others.",
		wire: "mappings",
		entriesOf: (rows) => [...attributesByField(rows)],
		contentOf: (entries) =>
			entries.flatMap(([field, names]) => names.map((name) => ({ field, name }))).filter(isTypeable),
		fieldInWords: (field) => field,
	}),
	...lineFaces,
	isContent: isRows,
	toValue: (rows) => rows.map(lineOf).join("\n"),
	contentOf: rowsOf,
	fault: mappingsFault,
};

function lineOf({ field, name }: Row): string {
	return `${field} = ${name}`;
}

/** The rows of a text; of a line without "=" the attribute is missing. */
export function rowsOf(text: string): Row[] {
	return linesOf(text).map((line) => {
		const [field = "", ...name] = line.split("=");
		return { field: field.trim(), name: name.join("=").trim() };
	});
}

function isTypeable(row: Row): boolean {
	return JSON.stringify(rowsOf(lineOf(row))) === JSON.stringify([row]);
}

/** The attribute names of each field, without duplicates, in the order of the rows. */
function attributesByField(rows: readonly Row[]): Map<string, string[]> {
	const byField = grouped(rows, ({ field }) => field);
	return new Map([...byField].map(([field, those]) => [field, [...new Set(those.map(({ name }) => name))]]));
}

function mappingsFault(rows: readonly Row[]): string | null {
	const byField = [...attributesByField(rows)];
	if (byField.length > ADDON_MAPPINGS_MAX) return `At most ${ADDON_MAPPINGS_MAX} fields can be mapped.`;
	return byField.map(([field, names]) => fieldFault(field, names)).find((fault) => fault !== null) ?? null;
}

function fieldFault(field: string, names: readonly string[]): string | null {
	if (field === "") return `The attribute ${names[0]} has no field that it is made of.`;
	if (names.includes("")) return `The field ${field} has no attribute that it becomes: put = between the two.`;
	if (textLength(field) > ADDON_MAPPING_KEY_LENGTH_MAX) {
		return `A field's name has at most ${ADDON_MAPPING_KEY_LENGTH_MAX} characters.`;
	}
	if (names.length > ADDON_MAPPING_NAMES_MAX) {
		return `The field ${field} becomes ${names.length} attributes; at most ${ADDON_MAPPING_NAMES_MAX} are possible.`;
	}
	const fault = names.map(uriFault).find((each) => each !== null);
	return fault ? `Of the field ${field}: ${fault}` : null;
}

function isRows(value: unknown): value is readonly Row[] {
	return Array.isArray(value) && value.every((row) => isRecord(row) && isText(row.field) && isText(row.name));
}
