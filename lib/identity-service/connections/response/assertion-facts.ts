/**
 * What an assertion says, as it is written there: two readers that were written apart from each other each fill this in.
 * Null: it isn't said. Text that is white space alone is empty.
 */
export type AssertionFacts = {
	id: string | null;
	issuer: string;
	issueInstant: string | null;
	nameId: string;
	nameIdFormat: string | null;
	nameQualifier: string | null;
	spNameQualifier: string | null;
	/** Those of the method `bearer`. */
	confirmations: ConfirmationFacts[];
	notBefore: string | null;
	notOnOrAfter: string | null;
	/** Of each restriction. */
	audiences: string[][];
	/** Null: there is no AuthnStatement. */
	authentication: AuthenticationFacts | null;
	/** Each that has text and nothing else in its values. A name may stand more than once. */
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

/** As the second reader's library has it, which takes white space alone for nothing. */
export function writtenText(text: string): string {
	return /^\s*$/.test(text) ? "" : text;
}
