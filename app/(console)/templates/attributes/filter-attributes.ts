import { attributeGroups, attributeLabel, suggestedAttributes } from "./attribute-catalogue";

/** A box of the form. `group` is null for what stands under "More attributes". */
export type AttributeBox = { name: string; label: string; help?: string; group: string | null };

const catalogueBoxes: readonly AttributeBox[] = [
	...attributeGroups.flatMap(({ title, attributes }) =>
		attributes.map(({ name, label, help, isOptional }) => ({
			...{ name, label, group: title },
			help: isOptional ? `${help} Optional for issuers.` : help,
		})),
	),
	...suggestedAttributes.map(({ name, label }) => ({ name, label, group: null })),
];
const catalogueNames = new Set(catalogueBoxes.map(({ name }) => name));

/** Every box of a form: the 21 in their groups, the suggested ones, and names that only this template knows. */
export function boxesFor(names: readonly string[]): AttributeBox[] {
	const others = [...new Set(names)].filter((name) => !catalogueNames.has(name));
	const help = "Not one of the elements known here.";
	return [...catalogueBoxes, ...others.map((name) => ({ name, label: attributeLabel(name), help, group: null }))];
}

/** The names of the boxes whose label, ISO name or help holds the text; all of them where there is none. */
export function matchingNames(boxes: readonly AttributeBox[], filter: string): ReadonlySet<string> {
	const wanted = filter.trim().toLowerCase();
	const isMatch = ({ name, label, help = "" }: AttributeBox) =>
		[name, label, help].some((text) => text.toLowerCase().includes(wanted));
	return new Set(boxes.filter(isMatch).map(({ name }) => name));
}
