import { type AttributeFacts, attributeFacts, requestedNames } from "./attribute-facts";

export type HolderRequest = {
	/** What is asked for, in groups that a person would name. */
	groups: { title: string; attributes: AttributeFacts[] }[];
	counts: { requested: number; sensitive: number; optional: number };
	/** The photo is asked for together with other things, so it can't be held back alone. */
	isPhotoBound: boolean;
	/** Listed with the value false: not asked for under the specification. */
	listedFalse: string[];
};

/**
 * What a wallet would put before the holder. Names are grouped as in the form.
 * The photo rule is AAMVA's (Mobile Driver License Implementation Guidelines): whoever releases any other element of a
 * request with a portrait releases the portrait too.
 */
export function holderRequest(elements: Record<string, unknown>): HolderRequest {
	const attributes = requestedNames(elements).map(attributeFacts);
	const titles = [...new Set(attributes.map(({ group }) => group))];
	return {
		groups: titles.map((title) => ({ title, attributes: attributes.filter(({ group }) => group === title) })),
		counts: {
			requested: attributes.length,
			sensitive: attributes.filter(({ sensitivity }) => sensitivity === "high").length,
			optional: attributes.filter(({ isOptional }) => isOptional).length,
		},
		isPhotoBound: attributes.length > 1 && attributes.some(({ name }) => name === "portrait"),
		listedFalse: Object.keys(elements).filter((name) => elements[name] === false),
	};
}
