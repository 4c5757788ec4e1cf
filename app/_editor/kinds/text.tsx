import { FieldCounter } from "@/app/_forms/field-counter";
import { invisibleInWords } from "@/components/ui/invisible-characters";
import { TextField } from "@/components/ui/text-field";
import { textLength } from "@/lib/contract/limits";
import { textInWords } from "@/lib/dashboard/change-in-words";
import { defineKind, isText, type Kind, type Stated, typedText } from "./kind";

export type TextOptions = Stated<string> & {
	/** The message where it is empty; absent: it may be empty. */
	required?: string;
	/** The fault of a non-empty text. */
	rule?: (text: string) => string | null;
	/** Maximum length in characters, with a counter beside the label. */
	max?: number;
	/** The id of a list of usual texts. */
	list?: string;
	/** A whole number, which the service stores as one, and none where it is empty. */
	isNumber?: true;
	/** Surrounding white space is removed from a new or changed text; a stored one stays as it is. */
	isTrimmed?: true;
};

/** One line of text. */
export function text({ required, rule, max, list, isTrimmed, isNumber, ...stated }: TextOptions): Kind<string> {
	return defineKind<string>({
		default: "",
		isValue: isText,
		contentOf(value, _, stored) {
			// Without scripts a field of one line sends a stored text without its line breaks.
			if (stored !== undefined && [stored, stored.replaceAll(/[\r\n]/g, "")].includes(value)) return stored;
			return isTrimmed ? value.trim() : value;
		},
		typed: typedText,
		valueInWords: nameInQuotes,
		fault(content) {
			if (content === "") return required ?? null;
			return max !== undefined && textLength(content) > max ? tooLong(content, max) : (rule?.(content) ?? null);
		},
		read(stored) {
			if (isNumber && typeof stored === "number") return String(stored);
			return isText(stored) ? stored.replaceAll("\r\n", "\n") : "";
		},
		...(isNumber && { write: Number, omitsUnset: true }),
		render: ({ onChange, isDisabled: _, stored: __, options: ___, ...control }) => (
			<TextField
				{...control}
				id={control.name}
				onChange={(event) => onChange(event.target.value)}
				counter={max === undefined ? null : <FieldCounter text={control.value} max={max} />}
				required={control.required ?? required !== undefined}
				list={list}
				inputMode={isNumber && "numeric"}
			/>
		),
		...stated,
	});
}

export function tooLong(found: string, max: number): string {
	return `At most ${max} characters fit; this has ${textLength(found)}.`;
}

/** "“Acme”", and why it may look like another. */
function nameInQuotes(json: string | null): string {
	const words = json === null ? null : invisibleInWords(String(JSON.parse(json)));
	return words === null ? textInWords(json) : `${textInWords(json)} (${words})`;
}
