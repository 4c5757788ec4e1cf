import { MDL_ATTRIBUTE_NAMES } from "@/lib/contract/template/mdl-attribute-names";
import type { MdlElements } from "@/lib/contract/template/mdl-elements";
import { TEMPLATE_TYPE_DEFAULT } from "@/lib/contract/template/template-defaults";

/**
 * An element that is wanted: its name, and its value as JSON ("true", "false", or whatever was stored under an unknown
 * name). Texts, because react-hook-form splits field names at dots and copies objects key by key.
 */
export type WantedElement = readonly [name: string, json: string];

/** What the admin wants: all of it, and the only store of it. */
export type TemplateFormValues = {
	name: string;
	type: string;
	certificateAuthority: string;
	elements: readonly WantedElement[];
	/** Further names, typed: separated by commas or white space. */
	added: string;
	/** A private key was pasted as certificate and taken out; nothing is sent until the field is looked at again. */
	isKeyWithheld: boolean;
};

/** What of a template can be changed, as the service holds it or shall hold it. */
export type TemplateContent = { name: string; type: string; elements: MdlElements };

export const emptyValues: TemplateFormValues = {
	name: "",
	type: TEMPLATE_TYPE_DEFAULT,
	certificateAuthority: "",
	elements: [],
	added: "",
	isKeyWithheld: false,
};

/** The form's values for a template as it is. */
export function valuesOf({ name, type, elements }: TemplateContent): TemplateFormValues {
	return { ...emptyValues, name, type, elements: wantedOf(elements) };
}

export function wantedOf(elements: MdlElements): WantedElement[] {
	return Object.entries(elements).map(([name, value]) => [name, JSON.stringify(value)]);
}

export function splitNames(added: string): string[] {
	return added.split(/[\s,]+/).filter(Boolean);
}

const LISTED_FALSE = "false";
const TICKED = "true";

/** Whether an element's box is ticked: everything but a listed `false` asks for it. */
export function isTicked([, json]: WantedElement): boolean {
	return json !== LISTED_FALSE;
}

export function tickedNames({ elements }: Pick<TemplateFormValues, "elements">): string[] {
	return elements.filter(isTicked).map(([name]) => name);
}

/**
 * Ticks or clears some names. A ticked one gets the value that it had, or `true`; a cleared one goes, and a stored
 * `false` that was ticked and cleared again goes too.
 * @param source where earlier values stand: the template as it was opened, or what a new one was copied from
 */
export function toggled(
	elements: readonly WantedElement[],
	names: readonly string[],
	tick: boolean,
	source: readonly WantedElement[],
): WantedElement[] {
	const touched = new Set(names);
	const left = elements.filter((element) => !touched.has(element[0]) || (tick && isTicked(element)));
	if (!tick) return left;
	const there = new Set(left.map(([name]) => name));
	const earlier = new Map(source.filter(isTicked));
	const added = [...touched].filter((name) => !there.has(name));
	return [...left, ...added.map((name): WantedElement => [name, earlier.get(name) ?? TICKED])];
}

/**
 * The elements as they would be sent: in the stored order, then the 21 in the specification's, then the rest. Typed
 * names are asked for beside the ticked ones; a `false` is only there where one was stored.
 * @param before the elements as the service holds them; `{}` for a new template
 */
export function wantedElements(
	before: MdlElements,
	{ elements, added }: Pick<TemplateFormValues, "elements" | "added">,
): MdlElements {
	const wanted = new Map(elements);
	for (const name of splitNames(added)) {
		if ((wanted.get(name) ?? LISTED_FALSE) === LISTED_FALSE) wanted.set(name, TICKED);
	}
	const order = [...new Set([...Object.keys(before), ...MDL_ATTRIBUTE_NAMES, ...wanted.keys()])];
	const entries = order.flatMap((name) => {
		const json = wanted.get(name);
		return json === undefined ? [] : [[name, JSON.parse(json)]];
	});
	return Object.fromEntries(entries) as MdlElements;
}

/** Whether the holder would be asked for anything. */
export function asksForSomething(elements: MdlElements): boolean {
	return Object.values(elements).some((value) => value !== false);
}
