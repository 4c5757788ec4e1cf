import { requestedNames } from "../_catalogue/attribute-facts";

/** How one template treats an element. */
export type Treatment = "requested" | "listed as false" | "not listed";
export type ComparedElement = { name: string; a: Treatment; b: Treatment; differs: boolean };

/** Every element that either template lists, in the order of the form. */
export function compareElements(a: Record<string, unknown>, b: Record<string, unknown>): ComparedElement[] {
	const [inA, inB] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
	const all = Object.fromEntries([...inA.keys(), ...inB.keys()].map((name) => [name, true]));
	return requestedNames(all).map((name) => {
		const [ofA, ofB] = [treatment(inA, name), treatment(inB, name)];
		return { name, a: ofA, b: ofB, differs: ofA !== ofB };
	});
}

function treatment(elements: Map<string, unknown>, name: string): Treatment {
	if (!elements.has(name)) return "not listed";
	return elements.get(name) === false ? "listed as false" : "requested";
}
