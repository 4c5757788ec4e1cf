import { isFlag, isRecord, isText, isTexts } from "@/app/_editor/kinds/kind";
import { isTooDeep } from "@/lib/contract/limits";
import { isMdlAttributeName, MDL_ATTRIBUTE_NAMES, type MdlElements } from "@/lib/contract/template/mdl-elements";
import { boxedNames } from "@/lib/dashboard/templates/attribute-facts";

/**
 * What the form holds of an element: requested, listed as false, not listed (null), or another value that is stored under an
 * unknown name. That one is kept as it is, also while its box is cleared; as text, since react-hook-form copies objects key
 * by key and would lose a key `__proto__`.
 */
export type ElementState = boolean | null | { json: string; isTicked: boolean };

/** An element of the form. Its name is a value: react-hook-form splits the names of fields at dots. */
export type RequestedElement = { name: string; state: ElementState };

/** The part of the form's values that contains the request. */
export type Selection = {
	/** The boxes. */
	elements: readonly RequestedElement[];
	/** Further names, typed: separated by commas or white space. */
	added: string;
};

/** An item for each box: those of the catalogue in the order of the form, then other names. The last of a name counts. */
function withAllBoxes(elements: readonly RequestedElement[]): RequestedElement[] {
	const states = new Map<string, ElementState>([...boxedNames].map((name) => [name, null]));
	for (const { name, state } of elements) states.set(name, state);
	return Array.from(states, ([name, state]) => ({ name, state }));
}

/**
 * The boxes for the elements of a template.
 * @param shown those that they replace: a box stays, and ticked again it gets its earlier value
 */
export function boxesOf(elements: MdlElements, shown: readonly RequestedElement[] = []): RequestedElement[] {
	const stored = Object.entries(elements).map(([name, value]): RequestedElement => {
		return { name, state: isFlag(value) ? value : { json: JSON.stringify(value), isTicked: true } };
	});
	return withAllBoxes([...shown.map(({ name, state }) => ({ name, state: toggledState(state, false) })), ...stored]);
}

/** Of a draft: an older version has stored pairs of a name and its value as JSON. @throws SyntaxError */
export function elementsOfDraft(stored: unknown): unknown {
	if (!Array.isArray(stored) || !stored.every(isTexts)) return stored;
	return boxesOf(Object.fromEntries(stored.map(([name = "", json = ""]) => [name, JSON.parse(json)])) as MdlElements);
}

/** Reads the boxes of a form without scripts: those that are ticked, and of the others what they don't say. */
export function typedBoxes(form: FormData): RequestedElement[] {
	const source: unknown = JSON.parse(String(form.get("source")));
	if (!areElements(source)) throw new SyntaxError("These are the attributes of another version of the page.");
	const cleared = withAllBoxes(source).map(({ name, state }) => ({ name, state: state && toggledState(state, false) }));
	return toggled(cleared, form.getAll("attribute").map(String), true);
}

/** What the boxes of a form without scripts don't say: listed as false, another value, a name outside the catalogue. */
export function sourceOf(elements: readonly RequestedElement[]): RequestedElement[] {
	const beyond = elements.filter(({ name, state }) => !boxedNames.has(name) || (state !== true && state !== null));
	return beyond.map(({ name, state }) => ({ name, state }));
}

export function areElements(value: unknown): value is RequestedElement[] {
	return Array.isArray(value) && value.every(isElement) && new Set(value.map(({ name }) => name)).size === value.length;
}

function isElement(one: unknown): one is RequestedElement {
	if (!isRecord(one) || !isText(one.name)) return false;
	const { name, state } = one;
	if (state === null || isFlag(state)) return true;
	if (isMdlAttributeName(name) || !isRecord(state) || !isText(state.json) || !isFlag(state.isTicked)) return false;
	try {
		return !isTooDeep(JSON.parse(state.json));
	} catch {
		return false;
	}
}

/** Whether an element's box is ticked: any value but a listed `false` requests it. */
export function isTicked({ state }: Pick<RequestedElement, "state">): boolean {
	return isRecord(state) ? state.isTicked : state === true;
}

/** Ticked again, an element has its earlier value; a listed `false` that was ticked and cleared is no longer listed. */
export function toggledState(state: ElementState, tick: boolean): ElementState {
	if (isRecord(state)) return { json: state.json, isTicked: tick };
	return tick || null;
}

/** Ticks or clears some names. */
export function toggled(
	elements: readonly RequestedElement[],
	names: readonly string[],
	tick: boolean,
): RequestedElement[] {
	const touched = new Set(names);
	const boxes = elements.map(({ name, state }) => {
		return { name, state: touched.delete(name) ? toggledState(state, tick) : state };
	});
	return tick ? [...boxes, ...[...touched].map((name) => ({ name, state: true }))] : boxes;
}

export function splitNames(added: string): string[] {
	return added.split(/[\s,]+/).filter(Boolean);
}

/** The selection with some names ticked and others cleared; both are typed no more. */
export function withNames<Of extends Selection>(
	selection: Of,
	{ add, remove }: { add: readonly string[]; remove: readonly string[] },
): Of {
	const touched = new Set([...add, ...remove]);
	return {
		...selection,
		elements: toggled(toggled(selection.elements, remove, false), add, true),
		added: splitNames(selection.added)
			.filter((name) => !touched.has(name))
			.join(", "),
	};
}

/**
 * The elements as they would be sent: in the stored order, then the 21 in the specification's, then the rest. Typed names
 * are requested beside the ticked ones; a `false` is only there where one was stored.
 * @param before the elements as the service stores them; `{}` for a new template
 */
export function requestedElements(before: MdlElements, { elements, added }: Selection): MdlElements {
	const content = new Map<string, unknown>();
	for (const { name, state } of elements) {
		if (isFlag(state)) content.set(name, state);
		else if (state?.isTicked) content.set(name, JSON.parse(state.json));
	}
	for (const name of splitNames(added)) if (!content.has(name) || content.get(name) === false) content.set(name, true);
	const order = new Set([...Object.keys(before), ...MDL_ATTRIBUTE_NAMES, ...content.keys()]);
	const entries = [...order].flatMap((name) => (content.has(name) ? [[name, content.get(name)]] : []));
	return Object.fromEntries(entries) as MdlElements;
}

/** Whether anything is requested from the holder. */
export function requestsSomething(elements: MdlElements): boolean {
	return Object.values(elements).some((value) => value !== false);
}
