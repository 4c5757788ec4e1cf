import {
	attributeGroups,
	attributeLabel,
	MAY_BE_MISSING,
	moreAttributes,
	type SuggestedAttribute,
} from "./attribute-catalogue";

/** A box of the form. `group` is null for what stands under "More attributes". */
export type AttributeBox = { name: string; label: string; help: string; group: string | null };

const MISSING_SENTENCE = `M${MAY_BE_MISSING.slice(1)}.`;

function boxOf({ name, label, help, isOptional }: SuggestedAttribute, group: string | null): AttributeBox {
	return { name, label, group, help: [help, help && isOptional && MISSING_SENTENCE].filter(Boolean).join(" ") };
}

const catalogueBoxes: readonly AttributeBox[] = [
	...attributeGroups.flatMap(({ title, beyond = [], attributes }) =>
		[...beyond, ...attributes].map((attribute) => boxOf(attribute, title)),
	),
	...moreAttributes.map((attribute) => boxOf(attribute, null)),
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
	const isMatch = ({ name, label, help }: AttributeBox) =>
		[name, label, help].some((text) => text.toLowerCase().includes(wanted));
	return new Set(boxes.filter(isMatch).map(({ name }) => name));
}
