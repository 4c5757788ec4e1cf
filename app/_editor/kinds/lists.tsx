import { CodeList } from "@/components/ui/read-value";
import { TextAreaField } from "@/components/ui/text-area-field";
import { isolated } from "@/lib/contract/name-or-id";
import { type Act, act, atStart, inSentence } from "@/lib/dashboard/change-in-words";
import { defineKind, type InputProps, isText, isTexts, type Kind, type Stated, typedText } from "./kind";

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
function membersInWords<Value>({ member, added, removed, states, ...stated }: MembersOptions<Value>) {
	const { label, partLabel = (one) => atStart(`${member} ${isolated(one)}`) } = stated;
	const { partInSentence = (one) => `the ${member} ${isolated(one)}` } = stated;
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

/** Lines of a text area, each a member of an unordered set. */
export function lineMembers(options: MembersOptions<string>): Kind<string, readonly string[]> {
	return defineKind({ ...textArea, ...membersInWords(options) });
}

/** Ordered lines of a text area, compared as a whole. */
export function orderedLines(stated: Stated<string, readonly string[]>): Kind<string, readonly string[]> {
	return defineKind({
		...textArea,
		default: [],
		isContent: isTexts,
		valueInWords: linesInWords,
		read: (stored) => (Array.isArray(stored) ? stored.filter(isText) : []),
		...stated,
	});
}

/** The non-blank lines of a text, without duplicates. */
export function linesOf(text: string): string[] {
	return [...new Set(numberedLines(text).map((each) => each.text))];
}

/** The non-blank lines of a text with their line numbers, from 1. */
export function numberedLines(text: string): { line: number; text: string }[] {
	return text
		.split(/\r\n|\r|\n/)
		.map((each, index) => ({ line: index + 1, text: each.trim() }))
		.filter((each) => each.text !== "");
}

/** The strings of a JSON array. */
export function textsIn(json: string): string[] {
	const texts: unknown = JSON.parse(json);
	return Array.isArray(texts) ? texts.map(String) : [];
}

/** The same within a sentence. */
export function linesInWords(json: string | null): string {
	return json === null ? "nothing" : textsIn(json).map(isolated).join(", ");
}

const textArea = {
	isValue: isText,
	toValue: (content: readonly string[]) => content.join("\n"),
	contentOf: linesOf,
	typed: typedText,
	shown: ({ value }: InputProps<string>) => linesOf(value).length > 0 && <CodeList values={linesOf(value)} />,
	render: ({ onChange, isDisabled: _, stored: __, options: ___, ...control }: InputProps<string>) => (
		<TextAreaField
			{...control}
			id={control.name}
			rows={Math.min(control.value.split("\n").length + 1, 12)}
			className="font-mono text-xs"
			onChange={(event) => onChange(event.target.value)}
		/>
	),
};
