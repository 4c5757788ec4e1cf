import { isolated } from "@/lib/contract/name-or-id";
import { inSentence } from "@/lib/dashboard/change-in-words";
import { defineKind, isRecord, isText, type Kind, type Stated } from "./kind";
import { linesInWords, textsIn } from "./lists";

/** Names of attributes by the field of a person's profile. */
type Entries = readonly (readonly [field: string, names: readonly string[]])[];

type MappingOptions<Value, Content> = Stated<Value, Content> &
	Required<Pick<Stated<Value, Content>, "isValue" | "isContent" | "toValue" | "contentOf" | "typed">> & {
		/** Fields without a name are left out, and names are so only once. */
		entriesOf: (content: Content) => Entries;
		contentOfEntries: (entries: Entries) => Content;
		/** A field within a sentence. */
		fieldInWords?: (field: string) => string;
	};

/** A mapping of attributes: each field is merged separately, and stays stored where it can't be shown. */
export function mapping<Value, Content>(options: MappingOptions<Value, Content>): Kind<Value, Content> {
	const { entriesOf, contentOfEntries, fieldInWords = isolated, ...stated } = options;
	return defineKind<Value, Content>({
		default: contentOfEntries([]),
		partsOf: (content) => entriesOf(content).map(([field, names]) => [field, JSON.stringify(names)]),
		contentOfParts: (parts) => contentOfEntries([...parts].map(([field, json]) => [field, textsIn(json)])),
		// Older rows of the audit trail have the mapping as a whole.
		partLabel: (field) => (field === "" ? stated.label : `Mapping of ${fieldInWords(field)}`),
		partInSentence: (field) => `the ${field === "" ? inSentence(stated.label) : `mapping of ${fieldInWords(field)}`}`,
		valueInWords: linesInWords,
		read: (stored) => contentOfEntries(entriesIn(stored)),
		write(content, stored) {
			const shown = new Map(entriesOf(contentOfEntries(entriesIn(stored))));
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
		...stated,
	});
}

/** A tenant stores one name as a text, and several as a list. */
function entriesIn(stored: unknown): Entries {
	return Object.entries(isRecord(stored) ? stored : {}).map(([field, names]) => [field, [names].flat().filter(isText)]);
}
