import { type AttributeFacts, attributeFacts, requestedNames } from "@/lib/dashboard/templates/attribute-facts";

export type HolderRequest = {
	/** The requested attributes, by the form's groups. */
	groups: { title: string; attributes: AttributeFacts[] }[];
	counts: { requested: number; sensitive: number; optional: number };
	/** The photo is requested together with other elements, so it can't be withheld alone. */
	isPhotoBound: boolean;
	/** Listed with the value false: not requested under the specification. */
	listedFalse: string[];
};

/**
 * What a wallet would show to the holder. Names are grouped as in the form.
 * The photo rule is AAMVA's (Mobile Driver License Implementation Guidelines): a holder who releases any other element of a
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
