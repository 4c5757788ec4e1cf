import { type FieldChange, type Fields, fieldChanges } from "@/app/_forms/conflict/three-way";
import type { MdlElements } from "@/lib/contract/template/mdl-elements";
import { attributeLabel } from "../_attributes/attribute-catalogue";
import { requestedNames } from "../_attributes/attribute-facts";
import { type TemplateContent, type TemplateFormValues, valuesOf, wantedElements } from "./template-form-values";

// Fields of a template's content: "name", "type", and "element " with an element's name. Every value is JSON.
const ELEMENT = "element ";

/** The name of the element that a field stands for, or null. */
export function elementOfField(field: string): string | null {
	return field.startsWith(ELEMENT) ? field.slice(ELEMENT.length) : null;
}

export function fieldsOf({ name, type, elements }: TemplateContent): Fields {
	return new Map([
		["name", JSON.stringify(name)],
		["type", JSON.stringify(type)],
		...Object.entries(elements).map(([element, value]): [string, string] => [ELEMENT + element, JSON.stringify(value)]),
	]);
}

export function contentOfFields(fields: Fields): TemplateContent {
	const text = (field: string) => String(JSON.parse(fields.get(field) ?? '""'));
	const elements = [...fields].flatMap(([field, json]) => {
		const name = elementOfField(field);
		return name === null ? [] : [[name, JSON.parse(json)]];
	});
	return { name: text("name"), type: text("type"), elements: Object.fromEntries(elements) as MdlElements };
}

/** What the template shall be. @param opened null for a template that is yet to be created */
export function wantedContent(opened: TemplateContent | null, values: TemplateFormValues): TemplateContent {
	return { name: values.name, type: values.type, elements: wantedElements(opened?.elements ?? {}, values) };
}

/** What saving does to a template: nothing more, nothing less. */
export function contentChanges(before: TemplateContent, after: TemplateContent): FieldChange[] {
	return fieldChanges(fieldsOf(before), fieldsOf(after));
}

/** Whether anything would be lost by leaving, be it a change or a text that can't be saved yet. */
export function hasEdits(start: TemplateFormValues, values: TemplateFormValues): boolean {
	const [then, now] = [start, values].map(({ certificateAuthority, added, isKeyWithheld }) =>
		JSON.stringify([certificateAuthority, added, isKeyWithheld]),
	);
	return then !== now || contentChanges(wantedContent(null, start), wantedContent(null, values)).length > 0;
}

/** The values after a field was set to what one side of a conflict has. */
export function withField(
	opened: TemplateContent,
	values: TemplateFormValues,
	field: string,
	json: string | null,
): TemplateFormValues {
	const fields = new Map(fieldsOf(wantedContent(opened, values)));
	if (json === null) fields.delete(field);
	else fields.set(field, json);
	const { certificateAuthority, isKeyWithheld } = values;
	return { ...valuesOf(contentOfFields(fields)), certificateAuthority, isKeyWithheld };
}

const verbs = { added: "Adds", removed: "Removes", changed: "Changes" };
type Kind = keyof typeof verbs;

function kindOf({ before, after }: FieldChange): Kind {
	if (before === null) return "added";
	return after === null ? "removed" : "changed";
}

/** One change in words: "Adds City", "Renames it to “Bar”". */
export function changeInWords(change: FieldChange): string {
	const { field, before, after } = change;
	const name = elementOfField(field);
	if (name === null) {
		const verb = field === "name" ? "Renames it to" : "Sets the type to";
		return `${verb} ${valueInWords(field, after)} (was ${valueInWords(field, before)})`;
	}
	const text = `${verbs[kindOf(change)]} ${attributeLabel(name)}`;
	if (before !== null && after !== null) {
		return `${text} (${valueInWords(field, after)}, was ${valueInWords(field, before)})`;
	}
	return after === null || after === "true" ? text : `${text} (${valueInWords(field, after)})`;
}

/** A field's value in words: a text in quotes, "requested", "listed as false", "not requested", or the JSON itself. */
export function valueInWords(field: string, json: string | null): string {
	if (json === null) return "not requested";
	if (elementOfField(field) === null) return `“${JSON.parse(json)}”`;
	if (json === "true") return "requested";
	return json === "false" ? "listed as false" : `requested with ${json}`;
}

/** "adds 2, removes 1": the elements that a save adds, removes and changes; empty where it touches none. */
export function countsInWords(changes: readonly FieldChange[]): string {
	const elements = changes.filter(({ field }) => elementOfField(field) !== null);
	const counts = (Object.keys(verbs) as Kind[]).flatMap((kind) => {
		const count = elements.filter((change) => kindOf(change) === kind).length;
		return count > 0 ? `${verbs[kind].toLowerCase()} ${count}` : [];
	});
	return counts.join(", ");
}

/** The field in words: "Name", "Type", or the element's label. */
export function fieldLabel(field: string): string {
	const name = elementOfField(field);
	if (name !== null) return attributeLabel(name);
	return field === "name" ? "Name" : "Type";
}

/** The changes in the order of the form: name, type, then the elements as the catalogue has them. */
export function inFormOrder(changes: readonly FieldChange[]): FieldChange[] {
	const names = changes.flatMap(({ field }) => elementOfField(field) ?? []);
	const order = requestedNames(Object.fromEntries(names.map((name) => [name, true])));
	const place = ({ field }: FieldChange) => order.indexOf(elementOfField(field) ?? "");
	return changes.toSorted((a, b) => place(a) - place(b));
}
