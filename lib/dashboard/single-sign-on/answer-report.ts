/**
 * What became of one check. `not-signed`: it is about what stands outside of the signature, so it was not looked at.
 */
export type CheckOutcome = "passed" | "failed" | "warning" | "not-signed";

export type AnswerCheck = {
	/** "Signature", "Audience" … */
	name: string;
	outcome: CheckOutcome;
	/** What was found, in a sentence. */
	found: string;
	/** What can be done, in a sentence; null where nothing is to be done. */
	advice: string | null;
};

export type AnswerAttribute = {
	name: string;
	friendlyName: string | null;
	/** `type` as XML Schema names it: `xs:string`; null where the answer says none. */
	values: { text: string; type: string | null }[];
};

/** An answer of the tenant, decoded and checked. Data only: it crosses to the browser. */
export type AnswerReport = {
	/** Whether an application that checks everything would let the person in. */
	isGood: boolean;
	checks: AnswerCheck[];
	/** Of what was signed; null where nothing was, or nobody is named. */
	person: { name: string; format: string | null } | null;
	facts: { term: string; text: string }[];
	attributes: AnswerAttribute[];
	/** The whole document, indented. */
	xml: string;
};

/** What an answer is compared with. */
export type Expectation = {
	/** PEM: those that the tenant publishes, the one it signs with first. */
	certificates: readonly string[];
	issuer: string;
	/** Null: nothing is known of it. */
	audience: string | null;
	/** Addresses that the application takes answers at; what the answer names has to be one of them. */
	receivers: readonly string[];
	/** Identifier of the request that was sent. Null: the answer was not asked for, or it is not known by what. */
	requestId: string | null;
	now: Date;
};
