import { FieldCounter } from "@/app/_forms/field-counter";
import { invisibleInWords } from "@/components/ui/invisible-characters";
import { ReadValue } from "@/components/ui/read-value";
import { TextField } from "@/components/ui/text-field";
import { textLength } from "@/lib/contract/limits";
import { type Act, textChange, textInWords } from "@/lib/dashboard/change-in-words";
import { isText, type Kind, typedText, whole } from "./kind";

export type TextOptions = {
	label: string;
	help: string;
	wire?: string;
	/** The message where it is empty; absent: it may be empty. */
	required?: string;
	/** The fault of a non-empty text. */
	rule?: (text: string) => string | null;
	/** Maximum length in characters, with a counter beside the label. */
	max?: number;
	/** A change to a value, up to the value: "Renames it to". */
	sets?: Act;
	/** The id of a list of usual texts. */
	list?: string | undefined;
	/** The service stores it as a number, and none where it is empty. */
	isNumber?: true;
	/** Surrounding white space is removed from a new or changed text; a stored one stays as it is. */
	isTrimmed?: true;
};

/** One line of text. */
export function text(options: TextOptions): Kind<string> {
	const { label, help, wire = "", required, rule, max, list, isTrimmed, isNumber } = options;
	return {
		...whole({ label, help, wire, unset: "" }, isText),
		contentOf(value, _, stored) {
			// Without scripts a field of one line sends a stored text without its line breaks.
			if (stored !== undefined && [stored, stored.replaceAll(/[\r\n]/g, "")].includes(value)) return stored;
			return isTrimmed ? value.trim() : value;
		},
		typed: typedText,
		valueInWords: nameInQuotes,
		changeInWords: (change) => textChange(options, change, nameInQuotes),
		fault(content) {
			if (content === "") return required ?? null;
			return max !== undefined && textLength(content) > max ? tooLong(content, max) : (rule?.(content) ?? null);
		},
		read(stored) {
			if (isNumber && typeof stored === "number") return String(stored);
			return isText(stored) ? stored.replaceAll("\r\n", "\n") : "";
		},
		...(isNumber && { write: (content) => (content === "" ? undefined : Number(content)) }),
		render: ({ name, help, value, fault, isDisabled, onChange, stored: _, options: __, ...control }) =>
			isDisabled ? (
				<ReadValue id={name} label={control.label}>
					{value}
				</ReadValue>
			) : (
				<TextField
					{...control}
					id={name}
					name={name}
					value={value}
					onChange={(event) => onChange(event.target.value)}
					error={fault}
					description={help}
					counter={max === undefined ? null : <FieldCounter text={value} max={max} />}
					required={control.required ?? required !== undefined}
					list={list}
					inputMode={isNumber && "numeric"}
				/>
			),
	};
}

export function tooLong(found: string, max: number): string {
	return `At most ${max} characters fit; this has ${textLength(found)}.`;
}

/** "“Acme”", and why it may look like another. */
function nameInQuotes(json: string | null): string {
	const words = json === null ? null : invisibleInWords(String(JSON.parse(json)));
	return words === null ? textInWords(json) : `${textInWords(json)} (${words})`;
}
