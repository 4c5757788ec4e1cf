import { type Act, act, actInWords, type PartChange, textChange, textInWords } from "../change-in-words";
import { type Change, changesBetween, type Parts } from "../three-way-merge";
import { attributeLabel } from "./attribute-catalogue";
import { requestedNames } from "./attribute-facts";
import { purposeFieldNames } from "./purpose";
import { serviceTextNames, templateTexts } from "./template-fields";

// The words of a template's parts and their changes, for the form, the history and the plan. A template's parts are its
// texts by their names, and each requested element as "elements portrait".

const ELEMENT = "elements ";

/** The part of a requested element. */
export function elementPart(name: string): string {
	return `${ELEMENT}${name}`;
}

/** The name of the element; null for another part. */
export function elementOfPart(part: string): string | null {
	return part.startsWith(ELEMENT) ? part.slice(ELEMENT.length) : null;
}

/** "requested", "listed as false", "not requested", or the JSON itself. */
export function elementInWords(json: string | null): string {
	if (json === null) return "not requested";
	if (json === "true") return "requested";
	return json === "false" ? "listed as false" : `requested with ${json}`;
}

/** "Adds City", "Changes Photo (listed as false, was requested)". */
export function elementChange({ before, after }: PartChange, name: string): Act {
	const label = attributeLabel(name);
	if (after === null) return act("remove", label);
	if (before === null) return act("add", after === "true" ? label : `${label} (${elementInWords(after)})`);
	return act("change", `${label} (${elementInWords(after)}, was ${elementInWords(before)})`);
}

/** "Name", "City". */
export function partLabel(part: string): string {
	const element = elementOfPart(part);
	return element === null ? (templateTexts[part]?.label ?? part) : attributeLabel(element);
}

/** "“Age check”", "requested", "nothing". */
export function partInWords(part: string, json: string | null): string {
	return elementOfPart(part) === null ? (templateTexts[part]?.inWords ?? textInWords)(json) : elementInWords(json);
}

/** One change of a template: "Renames it to “B” (was “A”)", "Adds City". */
export function templateChange({ part, ...change }: Change): string {
	const element = elementOfPart(part);
	if (element !== null) return actInWords(elementChange(change, element));
	const words = templateTexts[part] ?? { label: part };
	return actInWords(textChange(words, change, words.inWords));
}

/** What turns one template into another, in words and in the order of the form. */
export function templateChanges(before: Parts, after: Parts): string[] {
	return inCatalogueOrder(changesBetween(before, after)).map(templateChange);
}

/** Sorts changes: the service's texts, elements in the catalogue's order, then the purpose. */
export function inCatalogueOrder<Of extends { part: string }>(changes: readonly Of[]): Of[] {
	const names = changes.flatMap(({ part }) => elementOfPart(part) ?? []);
	const elements = requestedNames(Object.fromEntries(names.map((name) => [name, true])));
	const order = [...serviceTextNames, ...elements.map(elementPart), ...purposeFieldNames];
	const place = new Map(order.map((part, index) => [part, index]));
	return changes.toSorted((a, b) => (place.get(a.part) ?? -1) - (place.get(b.part) ?? -1));
}
