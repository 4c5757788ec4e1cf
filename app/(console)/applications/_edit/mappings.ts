import { uriFault } from "@/app/_editor/kinds/address";
import { isRecord, isText } from "@/app/_editor/kinds/kind";
import { mapping } from "@/app/_editor/kinds/mapping";
import {
	ADDON_MAPPING_KEY_LENGTH_MAX,
	ADDON_MAPPING_NAMES_MAX,
	ADDON_MAPPINGS_MAX,
} from "@/lib/contract/client/addon-limits";
import { textLength } from "@/lib/contract/limits";

/** A field of the profile, and an attribute that it becomes. */
export type MappingRow = { field: string; name: string };

type Rows = readonly MappingRow[];

/** Maps profile fields to attributes; without any the tenant's own apply. Each field is merged separately. */
export const mappings = mapping<Rows, Rows>({
	label: "Mappings",
	help: "A field of the user's profile, and the attribute that it becomes. A field may have several rows.",
	entriesOf: attributesByField,
	contentOfEntries: (entries) => entries.flatMap(([field, names]) => names.map((name) => ({ field, name }))),
	isValue: isRows,
	isContent: isRows,
	toValue: (content) => content,
	contentOf: (value) => value.filter(isFilled),
	typed(form) {
		const [fields, names] = [form.getAll("mappingField"), form.getAll("mappingName")];
		return fields.map((field, index) => ({ field: String(field), name: String(names[index] ?? "") })).filter(isFilled);
	},
	fault(rows) {
		const byField = attributesByField(rows);
		if (byField.length > ADDON_MAPPINGS_MAX) return `At most ${ADDON_MAPPINGS_MAX} fields can be mapped.`;
		return byField.map(([field, names]) => fieldFault(field, names)).find((fault) => fault !== null) ?? null;
	},
});

/** Rows without either text are ignored. */
export function isFilled({ field, name }: MappingRow): boolean {
	return field !== "" || name !== "";
}

/** The attribute names of each field, without duplicates, in the order of the rows. */
function attributesByField(rows: Rows): [field: string, names: string[]][] {
	const byField = new Map<string, Set<string>>();
	for (const { field, name } of rows) byField.set(field, (byField.get(field) ?? new Set()).add(name));
	return [...byField].map(([field, names]) => [field, [...names]]);
}

function fieldFault(field: string, names: readonly string[]): string | null {
	if (field === "") return `The attribute ${names[0]} has no field.`;
	if (names.includes("")) return `The field ${field} has no attribute.`;
	if (textLength(field) > ADDON_MAPPING_KEY_LENGTH_MAX) {
		return `A field's name has at most ${ADDON_MAPPING_KEY_LENGTH_MAX} characters.`;
	}
	if (names.length > ADDON_MAPPING_NAMES_MAX) {
		return `The field ${field} becomes ${names.length} attributes; at most ${ADDON_MAPPING_NAMES_MAX} are possible.`;
	}
	const fault = names.map(uriFault).find((each) => each !== null);
	return fault ? `Of the field ${field}: ${fault}` : null;
}

function isRows(value: unknown): value is Rows {
	return Array.isArray(value) && value.every((row) => isRecord(row) && isText(row.field) && isText(row.name));
}
