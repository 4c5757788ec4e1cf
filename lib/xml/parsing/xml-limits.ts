/** What a document may hold. Far more than any message of a sign-in, and little enough to read it in milliseconds. */
export type XmlLimits = {
	bytes: number;
	/** Of elements in each other. */
	depth: number;
	elements: number;
	/** Of all elements together, declarations of namespaces among them. */
	attributes: number;
	/**
	 * Comments are refused: one within a name splits it for those who read up to it (`admin<!---->.example`). Where people
	 * wrote a document by hand, those between elements may be passed over.
	 */
	comments: "refused" | "between elements";
};

export const MESSAGE_LIMITS: XmlLimits = {
	bytes: 64 * 1024,
	depth: 32,
	elements: 2000,
	attributes: 4000,
	comments: "refused",
};

/**
 * Namespaces that one document declares, each under a prefix: canonicalization looks through those in scope at each
 * element. One that is declared again as it was counts once: many programs declare those of a type at each value.
 */
export const DECLARATIONS_MAX = 256;
