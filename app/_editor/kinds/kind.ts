import type { ReactNode } from "react";
import type { Act, PartChange } from "@/lib/dashboard/change-in-words";

/** Display names by identifier: the applications' names. */
export type Names = ReadonlyMap<string, string>;

/** The props of an input; `EditorField` may override its texts. */
export type InputProps<Value> = {
	/** The control's name and the prefix of its ids. */
	name: string;
	label: string;
	help: string;
	value: Value;
	/** The value in the service: a stored value can still be chosen. */
	stored: Value | undefined;
	fault: string | undefined;
	isDisabled: boolean;
	onChange: (value: Value) => void;
	readOnly?: boolean;
	placeholder?: string;
	required?: boolean;
	/** Value and text of what the page offers, where that is not what the kind does. */
	options?: readonly (readonly [value: string, text: string])[];
};

/**
 * The declaration of one field of an editor. `Value` is what its control holds, `Content` what the service stores. Both are
 * plain data.
 */
export type Kind<Value, Content = Value> = {
	label: string;
	help: string;
	/** Its path in the service's responses and requests; empty: it isn't a property of its own there. */
	wire: string;
	/** Other paths that a write changes along with it, or by which the audit trail named it earlier. */
	alsoAt?: readonly string[];
	/** The content where nothing is set. */
	default: Content;
	/** It helps to fill in the form, is not stored and not compared. */
	isLocal?: true;
	/** The field that it helps to fill in: when that is replaced, this is reset. */
	helps?: string;
	isValue: (value: unknown) => value is Value;
	isContent: (content: unknown) => content is Content;
	/** @param shown the value that it replaces, if any */
	toValue: (content: Content, shown?: Value) => Value;
	/**
	 * `toValue` for a value with an identity of its own that must stay, such as rows.
	 * @param stored what the service stores; absent for a new resource
	 */
	renew?: (content: Content, shown: Value, stored: Content | undefined) => Value;
	/** @param values of the whole form @param stored what the service stores; absent for a new resource */
	contentOf: (value: Value, values: Readonly<Record<string, unknown>>, stored: Content | undefined) => Content;
	/** Reads the native controls of the form. */
	typed: (form: FormData, name: string) => Value;
	/** It may hold a secret: a draft is stored without it. */
	isSensitive?: true;
	/** Removes what must not be stored anywhere: a private key. */
	withhold?: (value: Value) => { value: Value; isWithheld: boolean };
	/** The parts that are compared and merged one by one: "" is the whole field, else a member. The default has no part. */
	partsOf: (content: Content) => readonly (readonly [part: string, json: string])[];
	contentOfParts: (parts: ReadonlyMap<string, string>) => Content;
	/** "Name", "Callback URL https://…". */
	partLabel: (part: string, names: Names) => string;
	valueInWords: (json: string | null, part: string, names: Names) => string;
	/** Within a sentence: "City", "“Open to all”"; absent: its label with an article. */
	partInSentence?: (part: string, names: Names) => string;
	/** "Adds the callback URL https://…", in each form of its verb. */
	changeInWords: (change: PartChange, part: string, names: Names) => Act;
	/** Why a new or changed field can't be saved; null where it can. @param stored absent for a new resource */
	fault: (content: Content, stored: Content | undefined, value: Value) => string | null;
	/** Reads what the service stores at the path. */
	read: (stored: unknown) => Content;
	/** What is sent; undefined: omitted. @param stored the service's value at the path, of which the field may show a part */
	write: (content: Content, stored?: unknown) => unknown;
	/** The element that a message about it links to, where that is not the one of its name. */
	targetOf?: (fault: string) => string;
	/** The messages of a fault, each with the element that it links to, where there are several. */
	messagesOf?: (fault: string, value: Value) => readonly (readonly [target: string, message: string])[];
	/** Absent where the form renders a control of its own. */
	render?: (props: InputProps<Value>) => ReactNode;
};

/** The message where a private key was removed from a form submitted without scripts. */
export const KEY_WITHHELD =
	"This held a private key. It was taken out and kept nowhere; only certificates belong here.";

/** A field that is compared as a whole, and whose control holds what is stored. */
export function whole<Value>(
	{ label, help, wire, unset }: { label: string; help: string; wire: string; unset: Value },
	isValue: (value: unknown) => value is Value,
) {
	const same = (value: Value) => value;
	const none = JSON.stringify(unset);
	return {
		...{ label, help, wire, default: unset, isValue, isContent: isValue, toValue: same, contentOf: same, write: same },
		partsOf(content) {
			const json = JSON.stringify(content);
			return json === none ? [] : [["", json]];
		},
		contentOfParts: (parts) => JSON.parse(parts.get("") ?? none),
		partLabel: () => label,
		fault: () => null,
		read: (stored) => (isValue(stored) ? stored : unset),
	} satisfies Partial<Kind<Value>>;
}

/** A field that helps to fill in the form and is not stored: it isn't compared, merged or sent. */
export type LocalKind<Value> = Kind<Value> & { isLocal: true };

/** The form renders its control. */
export function local<Value>(
	label: string,
	unset: Value,
	faces: Pick<Kind<Value>, "isValue" | "typed"> & Partial<Pick<Kind<Value>, "fault" | "helps">>,
): LocalKind<Value> {
	const same = (value: Value) => value;
	const kind = { label, default: unset, toValue: same, contentOf: same, fault: () => null, ...faces };
	return { ...kind, isLocal: true } as unknown as LocalKind<Value>;
}

export function isText(value: unknown): value is string {
	return typeof value === "string";
}

export function isFlag(value: unknown): value is boolean {
	return typeof value === "boolean";
}

export function isTexts(value: unknown): value is readonly string[] {
	return Array.isArray(value) && value.every(isText);
}

/** The value of a text control with LF line breaks, as scripts see it: form data has CRLF. */
export function typedText(form: FormData, name: string): string {
	return String(form.get(name) ?? "").replaceAll("\r\n", "\n");
}

export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
