import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { elementsIn } from "@/lib/xml/read-element";
import { SIGNATURE_NAMESPACE } from "@/lib/xml/signature-algorithms";
import { messageRefusal, type Refusal } from "../../http/refusal";
import { ASSERTION, PROTOCOL } from "../../saml/names";

const INSTANCE = "http://www.w3.org/2001/XMLSchema-instance";
const XML = "http://www.w3.org/XML/1998/namespace";
/** What is an identifier to one reader or another. */
const ID_ATTRIBUTE = /^(?:id|assertionid|requestid|responseid)$/i;

/** How often a part may stand in an element. */
type Count = "1" | "?" | "*" | "+";
type Shape = {
	attributes: readonly string[];
	/** By prefix and name; null: text alone. */
	parts: Readonly<Record<string, Count>> | null;
	/** Attributes of other namespaces, which SAML core 2.0 allows here: they say nothing to this service. */
	isOpen?: true;
};

const NAMESPACES = { samlp: PROTOCOL, saml: ASSERTION, ds: SIGNATURE_NAMESPACE };
const NAME = ["Format", "NameQualifier", "SPNameQualifier", "SPProvidedID"];
const text = (attributes: readonly string[] = []): Shape => ({ attributes, parts: null });

/**
 * What a response with one assertion consists of: SAML core 2.0 sections 2 and 3.2.2, without what the profile has no use
 * for (Extensions, Advice, decisions, declarations of contexts), in which forgers hide things.
 */
const SHAPES: Readonly<Record<string, Shape>> = {
	"samlp:Response": {
		attributes: ["ID", "Version", "IssueInstant", "Destination", "Consent", "InResponseTo"],
		parts: { "saml:Issuer": "?", "ds:Signature": "?", "samlp:Status": "1", "saml:Assertion": "1" },
	},
	"samlp:Status": { attributes: [], parts: { "samlp:StatusCode": "1", "samlp:StatusMessage": "?" } },
	"samlp:StatusCode": { attributes: ["Value"], parts: { "samlp:StatusCode": "?" } },
	"samlp:StatusMessage": text(),
	"saml:Issuer": text(NAME),
	"saml:Assertion": {
		attributes: ["ID", "Version", "IssueInstant"],
		parts: {
			...({ "saml:Issuer": "1", "ds:Signature": "?", "saml:Subject": "1", "saml:Conditions": "1" } as const),
			// Profiles 2.0 section 4.1.4.2 wants a statement of the sign-in; some libraries for providers leave it out.
			...({ "saml:AuthnStatement": "?", "saml:AttributeStatement": "*" } as const),
		},
	},
	"saml:Subject": { attributes: [], parts: { "saml:NameID": "1", "saml:SubjectConfirmation": "+" } },
	"saml:NameID": text(NAME),
	"saml:SubjectConfirmation": { attributes: ["Method"], parts: { "saml:SubjectConfirmationData": "?" } },
	"saml:SubjectConfirmationData": {
		attributes: ["NotBefore", "NotOnOrAfter", "Recipient", "InResponseTo", "Address"],
		parts: {},
		isOpen: true,
	},
	"saml:Conditions": {
		attributes: ["NotBefore", "NotOnOrAfter"],
		// Conditions that aren't understood make an assertion worth nothing (section 2.5.1.1). One use is what each gets.
		parts: { "saml:AudienceRestriction": "+", "saml:OneTimeUse": "?" },
	},
	"saml:AudienceRestriction": { attributes: [], parts: { "saml:Audience": "+" } },
	"saml:Audience": text(),
	"saml:OneTimeUse": { attributes: [], parts: {} },
	"saml:AuthnStatement": {
		attributes: ["AuthnInstant", "SessionIndex", "SessionNotOnOrAfter"],
		parts: { "saml:SubjectLocality": "?", "saml:AuthnContext": "1" },
	},
	"saml:SubjectLocality": { attributes: ["Address", "DNSName"], parts: {} },
	"saml:AuthnContext": {
		attributes: [],
		parts: {
			...({ "saml:AuthnContextClassRef": "?", "saml:AuthnContextDeclRef": "?" } as const),
			"saml:AuthenticatingAuthority": "*",
		},
	},
	"saml:AuthnContextClassRef": text(),
	"saml:AuthnContextDeclRef": text(),
	"saml:AuthenticatingAuthority": text(),
	"saml:AttributeStatement": { attributes: [], parts: { "saml:Attribute": "*" } },
	"saml:Attribute": {
		attributes: ["Name", "NameFormat", "FriendlyName"],
		parts: { "saml:AttributeValue": "*" },
		isOpen: true,
	},
};

const ENCRYPTED: Readonly<Record<string, string>> = {
	"saml:EncryptedAssertion": "assertion",
	"saml:EncryptedID": "name identifier",
	"saml:EncryptedAttribute": "attribute",
};

/**
 * Requires that a response consists of what it has to, each part in its one place: before any signature is
 * looked at, so that there is nothing that two readers could find in two places.
 * @param root of a Response with the status Success
 * @throws Refusal, and UnreadableXml for text between elements
 */
export function requireResponseShape(root: XmlElement): void {
	requireShape(root, qualified(root));
	requireIdentifiers(root);
}

/** Not deeper than documents are read. */
function requireShape(element: XmlElement, name: string): void {
	const shape = SHAPES[name];
	if (!shape) {
		requireHarmless(element);
		return;
	}
	requireAttributes(element, shape);
	if (shape.parts === null) requireText(element);
	else requireParts(element, shape.parts);
}

function requireParts(element: XmlElement, parts: Readonly<Record<string, Count>>): void {
	const counted = new Map<string, number>();
	for (const part of elementsIn(element)) {
		const name = qualified(part);
		if (!Object.hasOwn(parts, name)) throw unexpected(name, element);
		counted.set(name, (counted.get(name) ?? 0) + 1);
		requireShape(part, name);
	}
	for (const [name, count] of Object.entries(parts)) requireCount(element, name, count, counted);
}

function requireCount(element: XmlElement, partName: string, count: Count, counted: ReadonlyMap<string, number>): void {
	const found = counted.get(partName) ?? 0;
	const name = partName.slice(partName.indexOf(":") + 1);
	if (found === 0 && (count === "1" || count === "+")) throw messageRefusal(`${element.name} holds no ${name}.`);
	if (found > 1 && (count === "1" || count === "?")) {
		throw messageRefusal(`${element.name} holds ${name} more than once.`);
	}
}

function unexpected(partName: string, element: XmlElement): Refusal {
	const encrypted = Object.hasOwn(ENCRYPTED, partName) ? ENCRYPTED[partName] : undefined;
	if (encrypted) return isEncrypted(encrypted);
	return messageRefusal(`${element.name} holds an element that does not belong there.`);
}

/**
 * Why a document that can't be read is refused all the same for being encrypted: some programs give a prefix another
 * meaning within what they have encrypted, which is not read here. Null where it has nothing encrypted.
 */
export function encryptionIn(document: string): Refusal | null {
	const [, name = ""] = /<(?:[\w.-]+:)?(Encrypted(?:Assertion|ID|Attribute))[\s/>]/.exec(document) ?? [];
	const encrypted = ENCRYPTED[`saml:${name}`];
	return encrypted ? isEncrypted(encrypted) : null;
}

function isEncrypted(part: string): Refusal {
	return messageRefusal(
		`The answer's ${part} is encrypted, and this service has no key to read it with: switch that off at the identity provider.`,
	);
}

function requireAttributes(element: XmlElement, { attributes, isOpen }: Shape): void {
	const isKnown = element.attributes.every(({ namespace, name }) => {
		if (namespace === "") return attributes.includes(name);
		return isOpen || namespace === INSTANCE || namespace === XML;
	});
	if (!isKnown) throw messageRefusal(`${element.name} has an attribute that does not belong there.`);
}

function requireText(element: XmlElement): void {
	if (element.children.every((child) => typeof child === "string")) return;
	throw messageRefusal(`${element.name} holds an element instead of a text.`);
}

/** A signature, whose own check knows its shape, or what a value of an attribute holds: nothing that is read elsewhere. */
function requireHarmless(element: XmlElement): void {
	for (const child of element.children) {
		if (typeof child === "string") continue;
		const isMessage =
			child.namespace === PROTOCOL || /^(?:encrypted)?assertion$|^response$|^signature$/i.test(child.name);
		if (isMessage)
			throw messageRefusal("The answer holds a message, an assertion or a signature within another element.");
		requireHarmless(child);
	}
}

/** Each identifier once, whatever it is called: some readers find an element by `Id`, others by `ID` of any namespace. */
function requireIdentifiers(root: XmlElement): void {
	const identifiers = new Set<string>();
	const waiting = [root];
	for (let element = waiting.pop(); element; element = waiting.pop()) {
		const isMessage = Object.hasOwn(SHAPES, qualified(element));
		for (const { namespace, name, value } of element.attributes) {
			if (!ID_ATTRIBUTE.test(name)) continue;
			const isPlain = isMessage ? namespace === "" : element.namespace === SIGNATURE_NAMESPACE && namespace === "";
			if (!isPlain) throw messageRefusal("The answer has an identifier where none belongs.");
			if (identifiers.has(value)) throw messageRefusal("The answer has one identifier twice.");
			identifiers.add(value);
		}
		for (const child of element.children) if (typeof child !== "string") waiting.push(child);
	}
}

/** By the prefix that its namespace has in the table above, whatever the document's is. */
function qualified({ namespace, name }: XmlElement): string {
	const [prefix = "?"] = Object.entries(NAMESPACES).find(([, known]) => known === namespace) ?? [];
	return `${prefix}:${name}`;
}
