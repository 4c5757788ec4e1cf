/** XML that needs no escaping: made by `xml`, or declared safe with `trustedXml`. */
export class Markup {
	readonly #text: string;

	constructor(text: string) {
		this.#text = text;
	}

	toString(): string {
		return this.#text;
	}
}

type MarkupValue = Markup | string | number | boolean | null | readonly Markup[];

/**
 * A template for XML: every value is escaped unless it is markup itself, so that none can be forgotten. Attributes with
 * a value are written in double quotes. Null is written as nothing, a list without separators.
 */
export function xml(parts: TemplateStringsArray, ...values: MarkupValue[]): Markup {
	return new Markup(parts.map((part, index) => part + textOf(values[index] ?? null)).join(""));
}

/** For markup of a library: only where no part of it is from a request. */
export function trustedXml(text: string): Markup {
	return new Markup(text);
}

function textOf(value: MarkupValue): string {
	if (value === null) return "";
	if (value instanceof Markup) return value.toString();
	return typeof value === "object" ? value.join("") : escapeXml(String(value));
}

/** Markup, and what parsers normalize: line ends (the last two in XML 1.1) and, in attributes, white space. */
const REFERENCES: Record<string, string> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&apos;",
	"\t": "&#x9;",
	"\n": "&#xA;",
	"\r": "&#xD;",
	"\u0085": "&#x85;",
	"\u2028": "&#x2028;",
};

/** A text escaped for an element, and for an attribute in quotes. */
export function escapeXml(text: string): string {
	return xmlCharacters(text).replace(/[&<>"'\t\n\r\u0085\u2028]/g, (character) => REFERENCES[character] ?? character);
}

/** XML 1.0 section 2.2, production 2, negated; without `u` a lone surrogate would match as half of a pair. */
const NO_CHARACTERS = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A text with U+FFFD for characters that XML can't represent: without them, two different names could become one. */
export function xmlCharacters(text: string): string {
	return text.replace(NO_CHARACTERS, "\ufffd");
}
