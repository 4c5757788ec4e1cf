import { splitNames, type TemplateFormValues } from "../template-form-values";

/** Puts values into the form's own inputs. Names that have no box of their own go into the field for further elements. */
export function writeTemplateForm(form: HTMLFormElement, values: TemplateFormValues): void {
	const boxes = Array.from(form.querySelectorAll<HTMLInputElement>('input[name="attribute"]'));
	const wanted = new Set([...values.attributes, ...splitNames(values.added)]);
	for (const box of boxes) box.checked = wanted.delete(box.value);
	setText(form, "name", values.name);
	setText(form, "type", values.type);
	setText(form, "certificateAuthority", values.certificateAuthority);
	setText(form, "added", [...wanted].join(", "));
}

function setText(form: HTMLFormElement, name: string, text: string): void {
	const field = form.elements.namedItem(name);
	if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = text;
}
