import { elementsOf, type PresentationRequest } from "@/lib/contract/template/mdl-elements";
import { formGroups } from "./attribute-catalogue";

/** Not requested, requested, requested and sensitive, listed as false. */
export type PrintCell = "-" | "r" | "s" | "f";

/** What a template asks for, at a glance: data for `Print`, small enough for each row of a list. */
export type RequestPrint = {
	/** A `PrintCell` for each of `printedNames`. */
	cells: string;
	/** How many others are requested. */
	others: number;
};

const printed = formGroups.flatMap(({ attributes }) => attributes);

/** The two age limits, then the 21 attributes in the order of the catalogue. */
export const printedNames: readonly string[] = printed.map(({ name }) => name);

/** @param elements those of a template's presentation request */
export function printOf(elements: Record<string, unknown>): RequestPrint {
	const cells = printed.map(({ name, sensitivity }): PrintCell => {
		if (!Object.hasOwn(elements, name)) return "-";
		if (elements[name] === false) return "f";
		return sensitivity === "high" ? "s" : "r";
	});
	const others = Object.entries(elements).filter(([name, value]) => value !== false && !printedNames.includes(name));
	return { cells: cells.join(""), others: others.length };
}

/** Null where the presentation request is not known. */
export function printOfRequest({ presentation }: { presentation?: PresentationRequest | null }): RequestPrint | null {
	return presentation ? printOf(elementsOf(presentation)) : null;
}
