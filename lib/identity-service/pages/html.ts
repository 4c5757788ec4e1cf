/** Safe markup: made by `html`, or declared safe by `trustedHtml`. */
export class Html {
	readonly #text: string;

	constructor(text: string) {
		this.#text = text;
	}

	toString(): string {
		return this.#text;
	}
}

type HtmlValue = Html | string | number | null | readonly Html[];

/**
 * A template for markup: every value is escaped unless it is `Html`. Attributes with a value must be in quotes. Null
 * inserts nothing, a list is inserted without separators.
 */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
	return new Html(parts.map((part, index) => part + markupOf(values[index] ?? null)).join(""));
}

/** For markup of other sources, only where no part of it comes from a request. */
export function trustedHtml(text: string): Html {
	return new Html(text);
}

function markupOf(value: HtmlValue): string {
	if (value === null) return "";
	if (value instanceof Html) return value.toString();
	return Array.isArray(value) ? value.join("") : escapeHtml(String(value));
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
