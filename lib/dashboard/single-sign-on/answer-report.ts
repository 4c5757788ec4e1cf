/** `not-signed`: it concerns content outside of the signature, which was not checked. */
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
	/** `type` of XML Schema: `xs:string`; null where there is none. */
	values: { text: string; type: string | null }[];
};

/** A response of the tenant, decoded and checked. Data only: it is sent to the browser. */
export type AnswerReport = {
	/** Whether an application that checks everything would accept it. */
	isGood: boolean;
	checks: AnswerCheck[];
	/** Of the signed content; null where there is none, or it names no person. */
	person: { name: string; format: string | null } | null;
	facts: { term: string; text: string }[];
	attributes: AnswerAttribute[];
	/** The whole document, indented. */
	xml: string;
};

export type Expectation = {
	/** PEM: those that the tenant publishes, the one it signs with first. */
	certificates: readonly string[];
	issuer: string;
	/** Null: not known. */
	audience: string | null;
	/** Allowed destinations and recipients. */
	receivers: readonly string[];
	/** Null: the response is unsolicited, or its request is not known. */
	requestId: string | null;
	now: Date;
};
