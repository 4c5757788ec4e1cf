import { isText, isTexts, type Kind, type Names } from "./kind";

export type MembersOptions = {
	label: string;
	help?: string;
	wire?: string;
	/** A member within a sentence: "the callback URL https://…". */
	memberInWords: (member: string, names: Names) => string;
	/** A member as the label of a conflict: "Callback URL https://…". */
	memberLabel: (member: string, names: Names) => string;
	/** A change in words; absent: "Adds …" and "Removes …". */
	added?: (member: string) => string;
	removed?: (member: string) => string;
	/** Words for being a member and for not being one. */
	states?: readonly [isThere: string, isNot: string];
	/** @param value what the control holds */
	fault?: (members: readonly string[], before: readonly string[], value: string | readonly string[]) => string | null;
};

const PRESENT = "true";

/**
 * An unordered set of strings with a checkbox each, rendered by the form. Each is merged separately, so that two admins who
 * tick different ones don't conflict.
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

/** The content and words of a set, independent of its control. */
export function memberFaces({ label, help = "", wire = "", ...options }: MembersOptions) {
	const { memberInWords, memberLabel, added, removed, states = ["there", "not there"], fault } = options;
	return {
		label,
		help,
		wire,
		default: [],
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
