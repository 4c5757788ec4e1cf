/**
 * The content of an assertion, unchanged, as each of the two independent readers finds it. Null: not present. Text that
 * is white space alone is empty.
 */
export type AssertionFacts = {
	id: string | null;
	issuer: string;
	issueInstant: string | null;
	nameId: string;
	nameIdFormat: string | null;
	nameQualifier: string | null;
	spNameQualifier: string | null;
	/** Confirmations by the method `bearer`. */
	confirmations: ConfirmationFacts[];
	notBefore: string | null;
	notOnOrAfter: string | null;
	/** The audiences of each restriction. */
	audiences: string[][];
	/** Null: there is no AuthnStatement. */
	authentication: AuthenticationFacts | null;
	/** The attributes with text values alone. Names may repeat. */
	attributes: { name: string | null; values: string[] }[];
};
export type AuthenticationFacts = ReturnType<typeof authenticationFacts>;
export type ConfirmationFacts = ReturnType<typeof confirmationFacts>;

type Attributes = (name: string) => string | null;

export function authenticationFacts(attribute: Attributes) {
	return {
		instant: attribute("AuthnInstant"),
		sessionIndex: attribute("SessionIndex"),
		sessionNotOnOrAfter: attribute("SessionNotOnOrAfter"),
	};
}

export function confirmationFacts(attribute: Attributes) {
	return {
		recipient: attribute("Recipient"),
		inResponseTo: attribute("InResponseTo"),
		notBefore: attribute("NotBefore"),
		notOnOrAfter: attribute("NotOnOrAfter"),
	};
}

/** Normalises as the second reader's library does, for which white space alone is empty. */
export function writtenText(text: string): string {
	return /^\s*$/.test(text) ? "" : text;
}
