import type { ReactNode } from "react";
import { ReadValue } from "@/components/ui/read-value";
import { type Act, textChange, textInWords } from "@/lib/dashboard/change-in-words";
import type { Parts } from "@/lib/dashboard/three-way-merge";
import type { Words } from "./words";

/** Value and text of what can be chosen. */
export type Options = readonly (readonly [value: string, text: string])[];

/** The props of an input; `EditorField` may override its texts. */
export type InputProps<Value> = {
	/** The control's name and the prefix of its ids. */
	name: string;
	label: string;
	description: string;
	value: Value;
	/** The value in the service: a stored value can still be chosen. */
	stored: Value | undefined;
	error: string | undefined;
	isDisabled: boolean;
	onChange: (value: Value) => void;
	readOnly?: boolean;
	placeholder?: string;
	required?: boolean;
	/** What the page offers, where that is not what the kind does. */
	options?: Options;
};

/** How form data, drafts and the service have a field. */
type Codec<Value, Content> = {
	/** Its path in the service's responses and requests; empty: it isn't a property of its own there. */
	wire: string;
	/** Other paths that a write changes along with it, or by which the audit trail named it earlier. */
	alsoAt: readonly string[];
	/** The content where nothing is set. */
	default: Content;
	isValue: (value: unknown) => value is Value;
	/** The value of a draft, which an older version may have stored in another form. */
	ofDraft: (value: unknown) => unknown;
	isContent: (content: unknown) => content is Content;
	/** @param shown the value that it replaces, if any */
	toValue: (content: Content, shown?: Value) => Value;
	/** @param values of the whole form @param stored what the service stores; absent for a new resource */
	contentOf: (value: Value, values: Readonly<Record<string, unknown>>, stored: Content | undefined) => Content;
	/**
	 * `toValue` for a value with an identity of its own that must stay, such as rows.
	 * @param stored what the service stores; absent for a new resource
	 */
	renew?: (content: Content, shown: Value, stored: Content | undefined) => Value;
	/** Reads the native controls of the form. */
	typed: (form: FormData, name: string) => Value;
	/** It may hold a secret: a draft is stored without it. */
	isSensitive?: boolean;
	/** Removes what must not be stored anywhere: a private key. */
	withhold?: (value: Value) => { value: Value; isWithheld: boolean };
	/** Reads what the service stores at the path. */
	read: (stored: unknown) => Content;
	/** What is sent; undefined: omitted. @param stored the service's value at the path, of which the field may show a part */
	write: (content: Content, stored?: unknown) => unknown;
};

/** The parts that are compared and merged one by one. */
type Comparison<Content> = {
	/** "" is the whole field, else a member. The default has no part. */
	partsOf: (content: Content) => readonly (readonly [part: string, json: string])[];
	contentOfParts: (parts: Parts) => Content;
};

/** The control, and what is wrong with what it holds. */
type Input<Value, Content> = {
	help: string;
	/** What can be chosen, of a choice. */
	options?: Options;
	/** Why a new or changed field can't be saved; null where it can. @param stored absent for a new resource */
	fault: (content: Content, stored: Content | undefined, value: Value) => string | null;
	/** The element that a message about it links to, where that is not the one of its name. */
	targetOf?: (fault: string) => string;
	/** The messages of a fault, each with the element that it links to, where there are several. */
	messagesOf?: (fault: string, value: Value) => readonly (readonly [target: string, message: string])[];
	/** The field for a user who can change it, and for one who can't. Absent where the form renders a control of its own. */
	render?: (props: InputProps<Value>) => ReactNode;
	/** The value for a user who can't change it, of a field that is rendered. */
	shown: (props: InputProps<Value>) => ReactNode;
};

/** One field of an editor. `Value` is what its control holds, `Content` what the service stores; both are plain data. */
export type Kind<Value, Content = Value> = {
	codec: Codec<Value, Content>;
	parts: Comparison<Content>;
	words: Words;
	input: Input<Value, Content>;
	/** It helps to fill in the form, is not stored and not compared. */
	isLocal?: true;
	/** The field that it helps to fill in: when that is replaced, this is reset. */
	helps?: string;
	/**
	 * What is typed is no edit but a note on the save, and sent as form data of its own, where a save that changes `before` into
	 * `after` takes one. A new resource has no `before`.
	 */
	isNoteOf?: (before: Readonly<Record<string, unknown>> | null, after: Readonly<Record<string, unknown>>) => boolean;
};

// biome-ignore lint/suspicious/noExplicitAny: each field of an editor has its own value type.
export type AnyKind = Kind<any, any>;

type Faces<Value, Content> = Codec<Value, Content> & Comparison<Content> & Words & Input<Value, Content>;

/** What can be stated of a field beside what its kind states. */
export type Stated<Value, Content = Value> = Partial<Faces<Value, Content>> & {
	label: string;
	/** A change to a value, up to the value: "Renames it to". */
	sets?: Act;
	/** The service has no property where nothing is set. */
	omitsUnset?: boolean;
};

type Statement<Value, Content> = Stated<Value, Content> & Pick<Faces<Value, Content>, "default" | "isValue" | "typed">;

/** Where the control does not hold what is stored. */
type Conversion<Value, Content> = Pick<Codec<Value, Content>, "isContent" | "toValue" | "contentOf">;

/**
 * A field by what is particular to it. As far as nothing else is stated it is compared as a whole, its control holds what is
 * stored, a change of it is told as that of a text, and the form renders it.
 */
export function defineKind<Value>(stated: Statement<Value, Value>): Kind<Value>;
export function defineKind<Value, Content>(
	stated: Statement<Value, Content> & Conversion<Value, Content>,
): Kind<Value, Content>;
export function defineKind<Value, Content>(stated: Statement<Value, Content>): Kind<Value, Content> {
	const { label, default: unset, isValue, sets, omitsUnset } = stated;
	const same = (value: unknown) => value as never;
	const none = JSON.stringify(unset);
	const all: Faces<Value, Content> = {
		wire: "",
		alsoAt: [],
		ofDraft: same,
		isContent: same(isValue),
		toValue: same,
		contentOf: same,
		read: (found) => (all.isContent(found) ? found : unset),
		write: same,
		partsOf(content) {
			const json = JSON.stringify(content);
			return json === none ? [] : [["", json]];
		},
		contentOfParts: (parts) => JSON.parse(parts.get("") ?? none),
		partLabel: () => label,
		valueInWords: textInWords,
		changeInWords: (change, ...part) =>
			textChange({ label: all.partLabel(...part), sets }, change, (json) => all.valueInWords(json, ...part)),
		help: "",
		fault: () => null,
		shown: ({ value }) => String(value),
		...stated,
	};
	const write: typeof all.write = (content, found) =>
		omitsUnset && all.partsOf(content).length === 0 ? undefined : all.write(content, found);
	const render = (props: InputProps<Value>) =>
		props.isDisabled ? (
			<ReadValue id={props.name} label={props.label}>
				{all.shown(props)}
			</ReadValue>
		) : (
			all.render?.(props)
		);
	// Each face is a view of the same statement.
	return { codec: { ...all, write }, parts: all, words: all, input: { ...all, render: all.render && render } };
}

/** The message where a private key was removed from a form submitted without scripts. */
export const KEY_WITHHELD = "This held a private key. It was removed and not kept: only certificates belong here.";

/** A field that helps to fill in the form and is not stored: it isn't compared, merged or sent. */
export function local<Of>(kind: Kind<Of>, helps?: string): Kind<Of> & { isLocal: true } {
	return { ...kind, isLocal: true, helps };
}

/** A field with a note on the save. @param isNoteOf whether a save that changes one content into another takes it */
export function note<Of>(kind: Kind<Of>, isNoteOf: NonNullable<Kind<Of>["isNoteOf"]>): Kind<Of> & { isLocal: true } {
	return { ...kind, isLocal: true, isNoteOf };
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
