import type { VisitedPage, Visitor } from "./visitor";

type Value = string | boolean;

/**
 * Fills in a form as somebody without scripts does, and presses one of its buttons.
 * @param button its words
 * @param values by the labels of fields: a text, the words of an option, or whether a box is ticked
 */
export function submit(
	visitor: Visitor,
	page: VisitedPage,
	button: string,
	values: Record<string, Value> = {},
): Promise<VisitedPage> {
	for (const [label, value] of Object.entries(values)) setField(page, label, value);
	return visitor.press(page, buttonOf(page, button));
}

/** A button by its words, which must be the only one with them. */
export function buttonOf(page: VisitedPage, words: string): HTMLElement {
	return page.getByText(words, { selector: "button" });
}

/** How many buttons have these words. */
export function countButtons(page: VisitedPage, words: string): number {
	return page.queryAllByText(words, { selector: "button" }).length;
}

/** What the page says to whoever reads it, in one line. */
export function wordsOf({ document }: VisitedPage): string {
	const body = document.body.cloneNode(true) as HTMLElement;
	for (const element of body.querySelectorAll("script, style, template")) element.remove();
	return (body.textContent ?? "").replace(/\s+/g, " ");
}

/** A field by its label. */
export function fieldOf<Field = HTMLInputElement>(page: VisitedPage, label: string | RegExp): Field {
	return page.getByLabelText(label, { selector: "input, select, textarea" }) as Field;
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
