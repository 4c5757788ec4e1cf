import type { MdlElements } from "@/lib/contract/template/mdl-elements";
import { MDL_ATTRIBUTE_NAMES } from "@/lib/contract/template/mdl-elements";

/**
 * An element of the form: its name, and its value as JSON ("true", "false", or any value stored under an unknown name).
 * Strings, because react-hook-form splits field names at dots and copies objects key by key.
 */
export type RequestedElement = readonly [name: string, json: string];

/** The part of the form's values that contains the request. */
export type Selection = {
	elements: readonly RequestedElement[];
	/** Further names, typed: separated by commas or white space. */
	added: string;
};

export function requestedOf(elements: MdlElements): RequestedElement[] {
	return Object.entries(elements).map(([name, value]) => [name, JSON.stringify(value)]);
}

export function splitNames(added: string): string[] {
	return added.split(/[\s,]+/).filter(Boolean);
}

const LISTED_FALSE = "false";
const TICKED = "true";

/** Whether an element's box is ticked: any value but a listed `false` requests it. */
export function isTicked([, json]: RequestedElement): boolean {
	return json !== LISTED_FALSE;
}

/**
 * Ticks or clears some names. A ticked one gets its earlier value, or `true`; a cleared one is removed, and so is a stored
 * `false` that was ticked and cleared again.
 * @param source earlier values: the baseline, or the original of a copy
 */
export function toggled(
	elements: readonly RequestedElement[],
	names: readonly string[],
	tick: boolean,
	source: readonly RequestedElement[],
): RequestedElement[] {
	const touched = new Set(names);
	const left = elements.filter((element) => !touched.has(element[0]) || (tick && isTicked(element)));
	if (!tick) return left;
	const there = new Set(left.map(([name]) => name));
	const earlier = new Map(source.filter(isTicked));
	const added = [...touched].filter((name) => !there.has(name));
	return [...left, ...added.map((name): RequestedElement => [name, earlier.get(name) ?? TICKED])];
}

/** The selection with some names ticked and others removed; both are typed no more. */
export function withNames<Of extends Selection>(
	selection: Of,
	{ add, remove }: { add: readonly string[]; remove: readonly string[] },
): Of {
	const [ticked, removed] = [new Set(add), new Set(remove)];
	const left = selection.elements.filter(([name]) => !removed.has(name));
	return {
		...selection,
		elements: toggled(left, add, true, []),
		added: splitNames(selection.added)
			.filter((name) => !ticked.has(name) && !removed.has(name))
			.join(", "),
	};
}

/**
 * The elements as they would be sent: in the stored order, then the 21 in the specification's, then the rest. Typed names
 * are requested beside the ticked ones; a `false` is only there where one was stored.
 * @param before the elements as the service stores them; `{}` for a new template
 */
export function requestedElements(before: MdlElements, { elements, added }: Selection): MdlElements {
	const content = new Map(elements);
	for (const name of splitNames(added)) {
		if ((content.get(name) ?? LISTED_FALSE) === LISTED_FALSE) content.set(name, TICKED);
	}
	const order = [...new Set([...Object.keys(before), ...MDL_ATTRIBUTE_NAMES, ...content.keys()])];
	const entries = order.flatMap((name) => {
		const json = content.get(name);
		return json === undefined ? [] : [[name, JSON.parse(json)]];
	});
	return Object.fromEntries(entries) as MdlElements;
}

/** Whether anything is requested from the holder. */
export function requestsSomething(elements: MdlElements): boolean {
	return Object.values(elements).some((value) => value !== false);
}
