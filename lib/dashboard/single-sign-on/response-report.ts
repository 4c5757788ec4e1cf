import { isolated } from "@/lib/contract/name-or-id";
import { SCHEMA_INSTANCE } from "@/lib/xml/metadata/metadata-names";
import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { attributeOf, childrenOf, textOf } from "@/lib/xml/read-element";

/** Clocks of well-maintained machines differ by less. */
const CLOCK_LEEWAY_MS = 60_000;

export const REFUSE = "It must be refused.";

function check(outcome: CheckOutcome, name: string, found: string, advice: string | null): ResponseCheck {
	return { name, outcome, found, advice };
}
export const passed = (name: string, found: string) => check("passed", name, found, null);
export const notSigned = (name: string, found: string) => check("not-signed", name, found, null);
export const failed = (name: string, found: string, advice: string) => check("failed", name, found, advice);
export const warning = (name: string, found: string, advice: string) => check("warning", name, found, advice);

export function issuerCheck(issuer: string | undefined, { issuer: expected, sender }: Expectation): ResponseCheck {
	if (issuer && expected === null) {
		return warning(
			"Issuer",
			`It is from ${isolated(issuer)}.`,
			"No entity ID of the provider is set here to compare it with.",
		);
	}
	if (issuer === expected) return passed("Issuer", `It is from ${isolated(issuer)}.`);
	return failed(
		"Issuer",
		issuer ? `It is from ${isolated(issuer)}, not from ${expected}.` : "It has no issuer.",
		sender === "tenant"
			? "Set the same issuer here and in the application."
			: "Set the provider's entity ID here to its own.",
	);
}

export function audienceCheck(
	audiences: readonly string[],
	{ audience: expected, sender }: Expectation,
): ResponseCheck {
	const named = audiences.map(isolated).join(", ");
	if (audiences.length === 0) {
		return warning(
			"Audience",
			"It names no audience.",
			"A receiver that looks for its own entity ID there refuses it.",
		);
	}
	if (expected === null) {
		return warning(
			"Audience",
			`It is for ${named}.`,
			"Compare it with the entity ID of the application. No audience is set here.",
		);
	}
	if (audiences.includes(expected)) return passed("Audience", `It is for ${expected}.`);
	return failed(
		"Audience",
		`It is for ${named}, not for ${expected}.`,
		sender === "tenant"
			? "Set the audience to the entity ID of the application, character by character."
			: "Set the audience at the provider to this tenant's entity ID, character by character.",
	);
}

/** The audiences that the conditions of an assertion name. */
export function audiencesIn(conditions: XmlElement | undefined, namespace: string, restriction: string): string[] {
	return (conditions ? childrenOf(conditions, namespace, restriction) : [])
		.flatMap((each) => childrenOf(each, namespace, "Audience"))
		.map((each) => textOf(each));
}

/** @param session the assertion's statement about the sign-in, in a sentence; null where it has none */
export function subjectChecks(
	subject: ResponseReport["subject"],
	session: string | null,
	{ sender }: Pick<Expectation, "sender">,
): ResponseCheck[] {
	const advice =
		sender === "tenant"
			? "Set NameID attributes that every user has."
			: "Have the provider send a NameID for every user.";
	return [
		subject
			? passed("Subject", `It is about ${isolated(subject.name)}.`)
			: failed("Subject", "It has no NameID.", advice),
		session === null
			? failed("Session", "It does not say that the user signed in.", REFUSE)
			: passed("Session", session),
	];
}

/** The facts that have a value, in this order. */
export function knownFacts(facts: Record<string, string | undefined>): ResponseReport["facts"] {
	return Object.entries(facts).flatMap(([term, text]) => (text ? [{ term, text }] : []));
}

/** Both ends of the validity. */
export function timeChecks(conditions: XmlElement | undefined, { now }: Pick<Expectation, "now">): ResponseCheck[] {
	const [from, until] = [timeOf(conditions, "NotBefore"), timeOf(conditions, "NotOnOrAfter")];
	return [notBeforeCheck(from, now), untilCheck("Not on or after", until, now)];
}

function notBeforeCheck(from: Date | null, now: Date): ResponseCheck {
	const name = "Not before";
	if (!from) return warning(name, "It has no beginning.", "Most accept it anyway.");
	const early = from.getTime() - now.getTime();
	const text = `It is valid from ${from.toISOString()} on`;
	if (early <= 0) return passed(name, `${text}.`);
	const seconds = Math.ceil(early / 1000);
	if (early <= CLOCK_LEEWAY_MS) {
		return warning(name, `${text}, in ${seconds} s.`, "The clocks of the two machines differ a little.");
	}
	return failed(name, `${text}, in ${seconds} s.`, "One machine's clock is wrong: set both by a time server.");
}

export function untilCheck(name: string, until: Date | null, now: Date): ResponseCheck {
	if (!until) return failed(name, "It has no end.", "A response without an end is refused.");
	const text = `It is valid until ${until.toISOString()}`;
	const left = Math.ceil((until.getTime() - now.getTime()) / 1000);
	if (until > now) return passed(name, `${text}, for another ${inWords(left)}.`);
	return failed(
		name,
		`${text}: it expired ${inWords(Math.floor((now.getTime() - until.getTime()) / 1000))} ago.`,
		"Set a longer lifetime, and check the clocks of both machines.",
	);
}

/** Null where the attribute is no time. */
export function timeOf(element: XmlElement | undefined, name: string): Date | null {
	const text = element && attributeOf(element, name);
	const time = text ? new Date(text) : null;
	return time && !Number.isNaN(time.getTime()) ? time : null;
}

function inWords(seconds: number): string {
	if (seconds < 120) return `${seconds} s`;
	return seconds < 7200 ? `${Math.floor(seconds / 60)} minutes` : `${Math.floor(seconds / 3600)} hours`;
}

const VALUE_LENGTH_MAX = 100_000;

/** The text of a value, which may be empty, with its declared type. */
export function attributeValue(value: XmlElement): { text: string; type: string | null } {
	const type = value.attributes.find(({ namespace, name }) => namespace === SCHEMA_INSTANCE && name === "type");
	const texts = value.children.map((child) => (typeof child === "string" ? child : `<${child.name}>…`));
	return { text: texts.join("").slice(0, VALUE_LENGTH_MAX), type: type?.value ?? null };
}

/** `not-signed`: it concerns content outside of the signature, which was not checked. */
export type CheckOutcome = "passed" | "failed" | "warning" | "not-signed";

export type ResponseCheck = {
	/** "Signature", "Audience" … */
	name: string;
	outcome: CheckOutcome;
	/** The finding, in a sentence. */
	found: string;
	/** What can be done, in a sentence; null where nothing has to be done. */
	advice: string | null;
};

export type ResponseAttribute = {
	name: string;
	friendlyName: string | null;
	/** `type` of XML Schema: `xs:string`; null where there is none. */
	values: { text: string; type: string | null }[];
};

/** A response of the tenant or of a provider, decoded and checked. Data only: it is sent to the browser. */
export type ResponseReport = {
	/** Whether it is valid: whoever checks everything would accept it. */
	isGood: boolean;
	checks: ResponseCheck[];
	/** Of the signed content; null where there is none, or it names no subject. */
	subject: { name: string; format: string | null } | null;
	facts: { term: string; text: string }[];
	attributes: ResponseAttribute[];
	/** The whole document, indented. */
	decoded: string;
};

export type Expectation = {
	/** The tenant responds to an application, an identity provider to the tenant. */
	sender: "tenant" | "provider";
	/** PEM: those that the tenant publishes, the one it signs with first; or those that are set for the provider. */
	certificates: readonly string[];
	/** Null: not known. */
	issuer: string | null;
	/** Null: not known. */
	audience: string | null;
	/** Allowed destinations and recipients. */
	receivers: readonly string[];
	/** Null: the response is unsolicited, or its request is not known. */
	requestId: string | null;
	now: Date;
};
