import { FieldCounter } from "@/app/_forms/field-counter";
import { invisibleInWords } from "@/components/ui/invisible-characters";
import { TextField } from "@/components/ui/text-field";
import { ADDON_TEXT_PATTERN, ADDON_URI_LENGTH_MAX } from "@/lib/contract/client/addon-limits";
import { CLIENT_URL_LENGTH_MAX, CLIENT_URL_PATTERN } from "@/lib/contract/client/client-limits";
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

/** A text that is a web address. */
export function address(options: TextOptions): Kind<string> {
	return text({ rule: addressFault, ...options });
}

export function tooLong(found: string, max: number): string {
	return `At most ${max} characters fit; this has ${textLength(found)}.`;
}

/** "“Acme”", and why it may look like another. */
function nameInQuotes(json: string | null): string {
	const words = json === null ? null : invisibleInWords(String(JSON.parse(json)));
	return words === null ? textInWords(json) : `${textInWords(json)} (${words})`;
}

function addressFault(found: string): string | null {
	if (textLength(found) > CLIENT_URL_LENGTH_MAX) return tooLong(found, CLIENT_URL_LENGTH_MAX);
	return CLIENT_URL_PATTERN.test(found)
		? null
		: "Not a valid URL: it must begin with https:// (or http:// on this machine), without user name, wildcard or #.";
}

/** For names of entities, attributes, realms and applications. */
export function uriFault(text: string): string | null {
	return sentFault(text, ADDON_URI_LENGTH_MAX);
}

/** Why a text can't stand in a message of SAML or WS-Federation. */
export function sentFault(text: string, max: number): string | null {
	if (textLength(text) > max) return tooLong(text, max);
	return ADDON_TEXT_PATTERN.test(text) ? null : "It holds characters that can't be sent, such as control characters.";
}
