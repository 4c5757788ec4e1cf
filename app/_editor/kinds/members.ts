import { type Act, act, atStart, inSentence } from "@/lib/dashboard/change-in-words";
import { defineKind, isText, isTexts, type Kind, type Stated } from "./kind";

export type MembersOptions<Value> = Stated<Value, readonly string[]> & {
	/** What a member is, "callback URL", where `partLabel` and `partInSentence` are not stated. */
	member?: string;
	/** A change in words; absent: "Adds …" and "Removes …". */
	added?: (member: string) => Act;
	removed?: (member: string) => Act;
	/** Words for being a member and for not being one. */
	states?: readonly [isThere: string, isNot: string];
};

/** A set of strings with a checkbox each, rendered by the form. */
export function members(options: MembersOptions<readonly string[]>): Kind<readonly string[]> {
	return defineKind<readonly string[]>({
		isValue: isTexts,
		contentOf: (value) => [...new Set(value)],
		typed: (form, name) => form.getAll(name).map(String),
		...membersInWords(options),
	});
}

/**
 * What is stated of an unordered set, whatever its control. Each member is merged separately, so that two admins who change
 * different ones don't conflict.
 */
export function membersInWords<Value>({ member, added, removed, states, ...stated }: MembersOptions<Value>) {
	const { label, partLabel = (one) => atStart(`${member} ${one}`) } = stated;
	const { partInSentence = (one) => `the ${member} ${one}` } = stated;
	const [isThere, isNot] = states ?? ["there", "not there"];
	return {
		default: [],
		isContent: isTexts,
		partsOf: (content) => content.map((one) => [one, "true"]),
		contentOfParts: (parts) => [...parts.keys()],
		valueInWords: (json) => (json === null ? isNot : isThere),
		changeInWords({ after }, one, names) {
			const what = partInSentence(one, names);
			return after === null ? (removed?.(what) ?? act("remove", what)) : (added?.(what) ?? act("add", what));
		},
		read: (stored) => (Array.isArray(stored) ? [...new Set(stored.filter(isText))] : []),
		...stated,
		// Older rows of the audit trail have the set as a whole.
		partLabel: (one, names) => (one === "" ? label : partLabel(one, names)),
		partInSentence: (one, names) => (one === "" ? `the ${inSentence(label)}` : partInSentence(one, names)),
	} satisfies Stated<Value, readonly string[]>;
}
