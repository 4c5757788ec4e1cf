import type { ReactNode } from "react";

/** What people call what is known by an identifier: applications by their names. */
export type Names = ReadonlyMap<string, string>;

/** A part of a field before and after, as JSON; null: it is as usual, or not there. */
export type PartChange = { before: string | null; after: string | null };

/** What an input works with. Further words of its place come with it. */
export type InputProps<Value> = {
	/** Of the field: the control's name and the beginning of its ids. */
	name: string;
	label: string;
	help: string;
	value: Value;
	/** As the service holds it: what is stored stays choosable. */
	stored: Value | undefined;
	fault: string | undefined;
	isDisabled: boolean;
	onChange: (value: Value) => void;
	/** Shown, and not to be changed. */
	readOnly?: boolean;
	placeholder?: string;
	required?: boolean;
};

/**
 * All that is to be known of one field of an editor. `Value` is what its control holds, `Content` what that means to the
 * service. Both are plain data.
 */
export type Kind<Value, Content = Value> = {
	label: string;
	/** Said under the control. */
	help: string;
	/** Where it stands in the service's answers and requests, as a path; empty: it is no part of them by itself. */
	wire: string;
	/** What holds where nothing is set. */
	usual: Content;
	/** It helps to fill in the form and is not stored: no part of what is compared. */
	isLocal?: true;
	/** The field that it helps to fill in: where that is set anew, this begins anew. */
	helps?: string;
	isValue: (value: unknown) => value is Value;
	isContent: (content: unknown) => content is Content;
	toValue: (content: Content) => Value;
	/**
	 * The same where the value that is shown has an identity beside what it says, which stays: rows.
	 * @param stored what the service holds; absent for what is new
	 */
	renew?: (content: Content, shown: Value, stored: Content | undefined) => Value;
	/** @param values of the whole form @param before what the service holds of the field; absent for what is new */
	contentOf: (value: Value, values: Readonly<Record<string, unknown>>, before: Content | undefined) => Content;
	/** Reads the native controls of the form. */
	typed: (form: FormData, name: string) => Value;
	/** Takes out what must not be held anywhere: a private key. */
	withhold?: (value: Value) => { value: Value; isWithheld: boolean };
	/** What is compared and merged, each for itself: "" is the field as a whole, else a member. As usual: no part. */
	partsOf: (content: Content) => readonly (readonly [part: string, json: string])[];
	contentOfParts: (parts: ReadonlyMap<string, string>) => Content;
	/** "Name", "Callback URL https://…". */
	partLabel: (part: string, names: Names) => string;
	valueInWords: (json: string | null, part: string, names: Names) => string;
	/** A sentence without its period: "Adds the callback URL https://…". */
	changeInWords: (change: PartChange, part: string, names: Names) => string;
	/** Why it can't be saved; null where it can. Asked where the field is new or changed. @param before absent for what is new */
	fault: (content: Content, before: Content | undefined, value: Value) => string | null;
	/** From what the service holds at the path. */
	read: (stored: unknown) => Content;
	/** What is sent; undefined: it is left out. @param stored what the service holds at the path: more than the field may show */
	write: (content: Content, stored?: unknown) => unknown;
	/** The element that a message about it leads to, where that is not the one of its name. */
	targetOf?: (fault: string) => string;
	/** The messages of a fault, each with the element that it leads to, where they are not one and that. */
	messagesOf?: (fault: string, value: Value) => readonly (readonly [target: string, message: string])[];
	/** Absent where its form draws a control of its own. */
	draw?: (props: InputProps<Value>) => ReactNode;
};

/** What helps to fill in the form of something and is not stored: nothing of it is compared, merged or sent by itself. */
export type LocalKind<Value> = Kind<Value> & { isLocal: true };

/** Its form draws the control. */
export function local<Value>(
	label: string,
	usual: Value,
	faces: Pick<Kind<Value>, "isValue" | "typed"> & Partial<Pick<Kind<Value>, "fault" | "helps">>,
): LocalKind<Value> {
	const same = (value: Value) => value;
	const kind = { label, usual, toValue: same, contentOf: same, fault: () => null, ...faces, isLocal: true as const };
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

/** What a text control of a form holds, with the line breaks of a script: a posted text area has those of the wire. */
export function typedText(form: FormData, name: string): string {
	return String(form.get(name) ?? "").replaceAll("\r\n", "\n");
}

/** "Sign-in address" as it stands within a sentence. */
export function inSentence(label: string): string {
	return /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
