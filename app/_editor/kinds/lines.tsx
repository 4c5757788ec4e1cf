import { CodeList } from "@/components/ui/read-value";
import { TextAreaField } from "@/components/ui/text-area-field";
import { defineKind, type InputProps, isText, isTexts, type Kind, type Stated, typedText } from "./kind";
import { type MembersOptions, membersInWords } from "./members";

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
	return json === null ? "nothing" : textsIn(json).join(", ");
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
