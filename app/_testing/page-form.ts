import { Window } from "happy-dom";

/** What is filled in, by the names of fields: texts, or what is chosen of check boxes, radio buttons and lists. */
export type Filled = Record<string, string | readonly string[]>;

/**
 * The data that a browser without scripts sends of the form whose button was pressed.
 * @param html of the page
 * @param button its text
 * @throws Error where the page has no such button, or no such field
 */
export function formDataOf(html: string, button: string | RegExp, filled: Filled = {}): FormData {
	const window = new Window();
	window.document.write(html);
	const document = window.document as unknown as Document;
	const buttons = [...document.querySelectorAll<HTMLButtonElement>('button:not([type="button"])')];
	const isNamed = (text: string) => (typeof button === "string" ? text === button : button.test(text));
	const pressed = buttons.find(({ textContent, form }) => form && isNamed(textContent?.trim() ?? ""));
	if (!pressed?.form) throw new Error(`No form has the button "${button}".`);
	const fields = [...pressed.form.elements] as HTMLInputElement[];
	for (const [name, value] of Object.entries(filled)) fill(fields, name, [value].flat());
	const data = new FormData();
	for (const field of fields) {
		const isOther = (field.type === "submit" && (field as unknown) !== pressed) || field.type === "button";
		const isUnchecked = (field.type === "checkbox" || field.type === "radio") && !field.checked;
		if (!field.name || field.disabled || isOther || isUnchecked || field.type === "file") continue;
		data.append(field.name, field.tagName === "SELECT" ? chosenIn(field) : field.value);
	}
	return data;
}

function fill(fields: readonly HTMLInputElement[], name: string, values: readonly string[]): void {
	const named = fields.filter((field) => field.name === name);
	if (named.length === 0) throw new Error(`The form has no field "${name}".`);
	for (const [index, field] of named.entries()) {
		const isChoice = field.type === "checkbox" || field.type === "radio";
		if (isChoice) field.checked = values.includes(field.value);
		else if (field.tagName === "SELECT") choose(field, values[index] ?? "");
		else field.value = values[index] ?? field.value;
	}
}

/** The parser selects a wrong option where there are more than two: the one that is marked counts. */
function chosenIn(field: Element): string {
	const options = [...field.querySelectorAll("option")];
	return (options.find((option) => option.hasAttribute("selected")) ?? options[0])?.value ?? "";
}

function choose(field: Element, value: string): void {
	for (const option of field.querySelectorAll("option")) option.toggleAttribute("selected", option.value === value);
}
