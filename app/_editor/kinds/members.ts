import { isText, isTexts, type Kind, type Names } from "./kind";

export type MembersOptions = {
	label: string;
	help?: string;
	wire?: string;
	/** What a member is called within a sentence: "the callback URL https://…". */
	memberInWords: (member: string, names: Names) => string;
	/** The same at the head of a conflict: "Callback URL https://…". */
	memberLabel: (member: string, names: Names) => string;
	/** A change in words; absent: "Adds …" and "Removes …". */
	added?: (member: string) => string;
	removed?: (member: string) => string;
	/** What it is to be a member, and not to be one. */
	states?: readonly [isThere: string, isNot: string];
	/** @param value what the control holds */
	fault?: (members: readonly string[], before: readonly string[], value: string | readonly string[]) => string | null;
};

const PRESENT = "true";

/**
 * A set of texts that are ticked one by one; its form draws the boxes. Each is merged for itself, so that two who tick
 * different ones do not stand in each other's way; their order means nothing.
 */
export function members(options: MembersOptions): Kind<readonly string[]> {
	return {
		...memberFaces(options),
		isValue: isTexts,
		toValue: (content) => content,
		contentOf: (value) => [...new Set(value)],
		typed: (form, name) => form.getAll(name).map(String),
	};
}

/** What a set is to the service and in words, however it is entered. */
export function memberFaces({ label, help = "", wire = "", ...options }: MembersOptions) {
	const { memberInWords, memberLabel, added, removed, states = ["there", "not there"], fault } = options;
	return {
		label,
		help,
		wire,
		usual: [],
		isContent: isTexts,
		partsOf: (content) => content.map((member) => [member, PRESENT]),
		contentOfParts: (parts) => [...parts.keys()],
		partLabel: memberLabel,
		valueInWords: (json) => states[json === null ? 1 : 0],
		changeInWords({ after }, member, names) {
			const what = memberInWords(member, names);
			return after === null ? (removed?.(what) ?? `Removes ${what}`) : (added?.(what) ?? `Adds ${what}`);
		},
		fault: (content, before, value) => fault?.(content, before ?? [], value) ?? null,
		read: (stored) => (Array.isArray(stored) ? [...new Set(stored.filter(isText))] : []),
		write: (content) => content,
	} satisfies Omit<Kind<string | readonly string[], readonly string[]>, "isValue" | "toValue" | "contentOf" | "typed">;
}
