import { ReadList } from "@/components/ui/read-value";
import { TextAreaField } from "@/components/ui/text-area-field";
import { inSentence, textChange } from "@/lib/dashboard/change-in-words";
import { type InputProps, isText, isTexts, type Kind, typedText, whole } from "./kind";
import { type MembersOptions, memberFaces } from "./members";

/** Lines of a text area, each a member of an unordered set. */
export function lineMembers(options: MembersOptions & { help: string }): Kind<string, readonly string[]> {
	return { ...memberFaces(options), ...lineFaces };
}

type LinesOptions = {
	label: string;
	help: string;
	wire?: string;
	fault?: (lines: readonly string[]) => string | null;
};

/** Ordered lines of a text area, compared as a whole. */
export function orderedLines({ label, help, wire = "", fault }: LinesOptions): Kind<string, readonly string[]> {
	const listed = (json: string | null) => (json === null ? "nothing" : textsIn(json).join(", "));
	return {
		...whole<readonly string[]>({ label, help, wire, unset: [] }, isTexts),
		...lineFaces,
		valueInWords: listed,
		changeInWords: (change) => textChange({ label: inSentence(label) }, change, listed),
		fault: (content) => fault?.(content) ?? null,
		read: (stored) => (isText(stored) ? [stored] : isTexts(stored) ? stored : []),
		write: (content) => (content.length === 0 ? undefined : content),
	};
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

const lineFaces = {
	isValue: isText,
	toValue: (content: readonly string[]) => content.join("\n"),
	contentOf: linesOf,
	typed: typedText,
	render: ({ name, label, help, value, fault, isDisabled, onChange }: InputProps<string>) =>
		isDisabled ? (
			<ReadList id={name} label={label} values={linesOf(value)} />
		) : (
			<TextAreaField
				id={name}
				name={name}
				label={label}
				rows={Math.min(value.split("\n").length + 1, 12)}
				className="font-mono text-xs"
				value={value}
				onChange={(event) => onChange(event.target.value)}
				error={fault}
				description={help}
			/>
		),
};
