import type { ReactNode } from "react";
import type { PartChange } from "@/lib/dashboard/change-in-words";

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
	/** Shown, but can't be changed. */
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
	/** Shown under the control. */
	help: string;
	/** Its path in the service's responses and requests; empty: it isn't a property of its own there. */
	wire: string;
	/** The content where nothing is set. */
	default: Content;
	/** It helps to fill in the form, is not stored and not compared. */
	isLocal?: true;
	/** The field that it helps to fill in: when that is replaced, this is reset. */
	helps?: string;
	isValue: (value: unknown) => value is Value;
	isContent: (content: unknown) => content is Content;
	toValue: (content: Content) => Value;
	/**
	 * `toValue` for a value with an identity of its own that must stay, such as rows.
	 * @param stored what the service stores; absent for a new resource
	 */
	renew?: (content: Content, shown: Value, stored: Content | undefined) => Value;
	/** @param values of the whole form @param before what the service stores; absent for a new resource */
	contentOf: (value: Value, values: Readonly<Record<string, unknown>>, before: Content | undefined) => Content;
	/** Reads the native controls of the form. */
	typed: (form: FormData, name: string) => Value;
	/** Removes what must not be stored anywhere: a private key. */
	withhold?: (value: Value) => { value: Value; isWithheld: boolean };
	/** The parts that are compared and merged one by one: "" is the whole field, else a member. The default has no part. */
	partsOf: (content: Content) => readonly (readonly [part: string, json: string])[];
	contentOfParts: (parts: ReadonlyMap<string, string>) => Content;
	/** "Name", "Callback URL https://…". */
	partLabel: (part: string, names: Names) => string;
	valueInWords: (json: string | null, part: string, names: Names) => string;
	/** A sentence without its period: "Adds the callback URL https://…". */
	changeInWords: (change: PartChange, part: string, names: Names) => string;
	/** Why a new or changed field can't be saved; null where it can. @param before absent for a new resource */
	fault: (content: Content, before: Content | undefined, value: Value) => string | null;
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

/** A field that helps to fill in the form and is not stored: it isn't compared, merged or sent. */
export type LocalKind<Value> = Kind<Value> & { isLocal: true };

/** The form renders its control. */
export function local<Value>(
	label: string,
	unset: Value,
	faces: Pick<Kind<Value>, "isValue" | "typed"> & Partial<Pick<Kind<Value>, "fault" | "helps">>,
): LocalKind<Value> {
	const same = (value: Value) => value;
	const kind = {
		label,
		default: unset,
		toValue: same,
		contentOf: same,
		fault: () => null,
		...faces,
		isLocal: true as const,
	};
	return kind as unknown as LocalKind<Value>;
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
