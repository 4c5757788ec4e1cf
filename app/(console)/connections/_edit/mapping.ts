import { uriFault } from "@/app/_editor/kinds/address";
import { isRecord, isText, isTexts, typedText } from "@/app/_editor/kinds/kind";
import { linesOf } from "@/app/_editor/kinds/lists";
import { mapping } from "@/app/_editor/kinds/mapping";
import { MAPPED_FIELDS, MAPPED_NAMES_MAX, type MappedField } from "@/lib/contract/connection/connection-limits";
import { inSentence } from "@/lib/dashboard/change-in-words";
import { mappedLabels } from "@/lib/dashboard/single-sign-on/mapped-labels";

/** The names of attributes as they are typed, one a line. */
type MappingValue = Readonly<Record<MappedField, string>>;
/** Attributes by field, in the order in which they are tried; without any the default ones apply. */
type MappingContent = Readonly<Partial<Record<MappedField, readonly string[]>>>;

/** Maps a response's attributes to the fields of a person's profile. Each field is merged separately. */
export const profileMapping = mapping<MappingValue, MappingContent>({
	label: "Attribute mapping",
	help: "The provider's attribute names, one a line. The first that has a value becomes the field.",
	wire: "options.fieldsMap",
	entriesOf: (content) => Object.entries(present((field) => content[field] ?? [])),
	contentOfEntries(entries) {
		const names = new Map(entries);
		return present((field) => names.get(field) ?? []);
	},
	fieldInWords: (field) => inSentence(Object.hasOwn(mappedLabels, field) ? mappedLabels[field as MappedField] : field),
	isValue: (value): value is MappingValue => isRecord(value) && MAPPED_FIELDS.every((field) => isText(value[field])),
	isContent: (content): content is MappingContent =>
		isRecord(content) && MAPPED_FIELDS.every((field) => content[field] === undefined || isTexts(content[field])),
	toValue: (content) => ofEach((field) => (content[field] ?? []).join("\n")),
	contentOf: (value) => present((field) => linesOf(value[field])),
	typed: (form, name) => ofEach((field) => typedText(form, controlOf(name, field))),
	fault(content) {
		for (const field of MAPPED_FIELDS) {
			const fault = namesFault(content[field] ?? []);
			if (fault) return `${mappedLabels[field]}: ${fault}`;
		}
		return null;
	},
	/** A fault begins with the field that it is about. */
	targetOf(fault) {
		const mapped = MAPPED_FIELDS.find((field) => fault.startsWith(`${mappedLabels[field]}: `));
		return mapped ? controlOf("mapping", mapped) : "mapping";
	},
});

/** The name of the control for a field, and its id. */
export function controlOf(name: string, field: MappedField): string {
	return `${name}-${field}`;
}

function ofEach<Of>(entryOf: (field: MappedField) => Of): Record<MappedField, Of> {
	return Object.fromEntries(MAPPED_FIELDS.map((field) => [field, entryOf(field)])) as Record<MappedField, Of>;
}

function present(namesOf: (field: MappedField) => readonly string[]): MappingContent {
	return Object.fromEntries(Object.entries(ofEach(namesOf)).filter(([, names]) => names.length > 0));
}

function namesFault(names: readonly string[]): string | null {
	if (names.length > MAPPED_NAMES_MAX) return `${names.length} attributes; at most ${MAPPED_NAMES_MAX} are tried.`;
	return names.map(uriFault).find((fault) => fault !== null) ?? null;
}
