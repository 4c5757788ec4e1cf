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
	/** Those that whoever brings the assertion confirms (`bearer`). */
	confirmations: ConfirmationFacts[];
	notBefore: string | null;
	notOnOrAfter: string | null;
	/** Of each restriction. */
	audiences: string[][];
	/** Null: nothing is said of a sign-in. */
	authentication: AuthenticationFacts | null;
	/** Each that has text and nothing else in its values. A name may stand more than once. */
	attributes: { name: string | null; values: string[] }[];
};

export type AuthenticationFacts = {
	instant: string | null;
	sessionIndex: string | null;
	sessionNotOnOrAfter: string | null;
};

export type ConfirmationFacts = {
	recipient: string | null;
	inResponseTo: string | null;
	notBefore: string | null;
	notOnOrAfter: string | null;
};

/** @param said an attribute of the statement by its name */
export function authenticationFacts(said: (name: string) => string | null): AuthenticationFacts {
	return {
		instant: said("AuthnInstant"),
		sessionIndex: said("SessionIndex"),
		sessionNotOnOrAfter: said("SessionNotOnOrAfter"),
	};
}

/** As the second reader's library has it, which takes white space alone for nothing. */
export function writtenText(text: string): string {
	return /^\s*$/.test(text) ? "" : text;
}
