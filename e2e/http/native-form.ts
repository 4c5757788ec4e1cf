import type { VisitedPage, Visitor } from "./visitor";

type Value = string | boolean;

/**
 * Fills in a form as a user without scripts does, and presses one of its buttons.
 * @param button its text
 * @param values by the labels of fields: a text, the text of an option, or whether a box is ticked
 */
export function submit(
	visitor: Visitor,
	page: VisitedPage,
	button: string,
	values: Record<string, Value> = {},
): Promise<VisitedPage> {
	for (const [label, value] of Object.entries(values)) setField(page, label, value);
	return visitor.press(page, button);
}

/** How many buttons have these words. */
export function countButtons(page: VisitedPage, words: string): number {
	return page.queryAllByText(words, { selector: "button" }).length;
}

/** The links of these words. */
export function linksOf({ document }: VisitedPage, words: string): HTMLAnchorElement[] {
	return [...document.querySelectorAll("a")].filter(({ textContent }) => textContent?.trim() === words);
}

/** Follows the first link of these words. */
export function follow(visitor: Visitor, page: VisitedPage, words: string): Promise<VisitedPage> {
	const [link] = linksOf(page, words);
	if (!link) throw new Error(`${page.url} has no link "${words}".`);
	return visitor.open(new URL(link.getAttribute("href") ?? "", page.url));
}

/** The page's visible text, in one line. */
export function wordsOf({ document }: VisitedPage): string {
	const body = document.body.cloneNode(true) as HTMLElement;
	for (const element of body.querySelectorAll("script, style, template")) element.remove();
	return (body.textContent ?? "").replace(/\s+/g, " ");
}

/** The values of the page's description lists, by their terms; of two of the same term the last. */
export function valuesOf({ document }: VisitedPage): Record<string, string> {
	const terms = [...document.querySelectorAll("dt")];
	return Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent ?? ""]));
}

/** A field by its label: where there are several, the one that is not in a closed `details`. */
export function fieldOf<Field = HTMLInputElement>(page: VisitedPage, label: string): Field {
	const fields = page.getAllByLabelText(label, { selector: "input, select, textarea" });
	const open = fields.length > 1 ? fields.filter((field) => !field.closest("details:not([open])")) : fields;
	if (open.length !== 1) throw new Error(`${page.url} has ${open.length} fields "${label}".`);
	return open[0] as Field;
}

function setField(page: VisitedPage, label: string, value: Value): void {
	const field = fieldOf<HTMLInputElement | HTMLSelectElement>(page, label);
	if (field.disabled) throw new Error(`The field "${label}" can't be changed.`);
	if (typeof value === "boolean") (field as HTMLInputElement).checked = value;
	else if (field.tagName !== "SELECT") field.value = value;
	else {
		const options = [...(field as HTMLSelectElement).options];
		const option = options.find(({ textContent }) => textContent?.trim() === value);
		if (!option) throw new Error(`"${label}" has no option "${value}".`);
		field.value = option.value;
	}
}
