import { textChange } from "@/lib/dashboard/change-in-words";
import { isRecord, isText, type Kind } from "./kind";
import { textsIn } from "./lines";

/** Names of attributes by the field of a person's profile. */
type Entries = readonly (readonly [field: string, names: readonly string[]])[];

type MappingOptions<Content> = {
	label: string;
	help: string;
	wire: string;
	/** Fields without a name are left out, and names are so only once. */
	entriesOf: (content: Content) => Entries;
	contentOf: (entries: Entries) => Content;
	/** A field within a sentence. */
	fieldInWords: (field: string) => string;
};

/** What all mappings of attributes have in common: each field is merged separately, and stays stored where it can't be shown. */
export function mappingFaces<Content>({ entriesOf, contentOf, fieldInWords, ...words }: MappingOptions<Content>) {
	const partInSentence = (field: string) => `mapping of ${fieldInWords(field)}`;
	return {
		...words,
		default: contentOf([]),
		partsOf: (content) => entriesOf(content).map(([field, names]) => [field, JSON.stringify(names)]),
		contentOfParts: (parts) => contentOf([...parts].map(([field, json]) => [field, textsIn(json)])),
		partLabel: (field) => partInSentence(field).replace("m", "M"),
		valueInWords: listed,
		changeInWords: (change, field) => textChange({ label: partInSentence(field) }, change, listed),
		read: (stored) => contentOf(entriesIn(stored)),
		write(content, stored) {
			const shown = new Map(entriesOf(contentOf(entriesIn(stored))));
			const whole = new Map<string, unknown>(Object.entries(isRecord(stored) ? stored : {}));
			const values = new Map(entriesOf(content));
			for (const field of new Set([...shown.keys(), ...values.keys()])) {
				const names = values.get(field) ?? [];
				if (JSON.stringify(names) === JSON.stringify(shown.get(field) ?? [])) continue;
				if (names.length === 0) whole.delete(field);
				else whole.set(field, names.length === 1 ? names[0] : names);
			}
			return whole.size > 0 ? Object.fromEntries(whole) : undefined;
		},
	} satisfies Partial<Kind<never, Content>>;
}

/** A tenant stores one name as a text, and several as a list. */
function entriesIn(stored: unknown): Entries {
	return Object.entries(isRecord(stored) ? stored : {}).map(([field, names]) => [field, [names].flat().filter(isText)]);
}

function listed(json: string | null): string {
	return json === null ? "nothing" : textsIn(json).join(", ");
}
