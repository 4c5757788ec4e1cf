import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { elementsIn } from "@/lib/xml/read-element";
import { SIGNATURE_NAMESPACE } from "@/lib/xml/signature-algorithms";
import { messageRefusal, type Refusal } from "../../http/refusal";
import { ASSERTION, PROTOCOL } from "../../saml/names";

const INSTANCE = "http://www.w3.org/2001/XMLSchema-instance";
const XML = "http://www.w3.org/XML/1998/namespace";
/** Attributes that some reader treats as an identifier. */
const ID_ATTRIBUTE = /^(?:id|assertionid|requestid|responseid)$/i;

type Shape = {
	attributes: readonly string[];
	/** Child elements by prefix and name, with their cardinality; null: text alone. */
	parts: ReadonlyMap<string, "" | "?" | "*" | "+"> | null;
	/** Whether SAML core 2.0 allows attributes of other namespaces here, which this service ignores. */
	isOpen: boolean;
};

const NAMESPACES = { samlp: PROTOCOL, saml: ASSERTION, ds: SIGNATURE_NAMESPACE };
const NAME = "Format NameQualifier SPNameQualifier SPProvidedID";

/**
 * The allowed content of a response with one assertion: SAML core 2.0 sections 2 and 3.2.2, without what the profile
 * doesn't need (Extensions, Advice, decisions, context declarations), where attackers hide elements. Attributes, then
 * child elements with their cardinality as in a DTD, in any order.
 */
const SHAPES: Readonly<Record<string, Shape>> = {
	"samlp:Response": shape(
		"ID Version IssueInstant Destination Consent InResponseTo",
		"saml:Issuer? ds:Signature? samlp:Status saml:Assertion",
	),
	"samlp:Status": shape("", "samlp:StatusCode samlp:StatusMessage?"),
	"samlp:StatusCode": shape("Value", "samlp:StatusCode?"),
	"samlp:StatusMessage": shape("", null),
	"saml:Issuer": shape(NAME, null),
	// Profiles 2.0 section 4.1.4.2 requires an AuthnStatement; some libraries for providers omit it.
	"saml:Assertion": shape(
		"ID Version IssueInstant",
		"saml:Issuer ds:Signature? saml:Subject saml:Conditions saml:AuthnStatement? saml:AttributeStatement*",
	),
	"saml:Subject": shape("", "saml:NameID saml:SubjectConfirmation+"),
	"saml:NameID": shape(NAME, null),
	"saml:SubjectConfirmation": shape("Method", "saml:SubjectConfirmationData?"),
	"saml:SubjectConfirmationData": shape("NotBefore NotOnOrAfter Recipient InResponseTo Address", "", true),
	// Unknown conditions make an assertion invalid (section 2.5.1.1). Every assertion is accepted for one use anyway.
	"saml:Conditions": shape("NotBefore NotOnOrAfter", "saml:AudienceRestriction+ saml:OneTimeUse?"),
	"saml:AudienceRestriction": shape("", "saml:Audience+"),
	"saml:Audience": shape("", null),
	"saml:OneTimeUse": shape("", ""),
	"saml:AuthnStatement": shape(
		"AuthnInstant SessionIndex SessionNotOnOrAfter",
		"saml:SubjectLocality? saml:AuthnContext",
	),
	"saml:SubjectLocality": shape("Address DNSName", ""),
	"saml:AuthnContext": shape("", "saml:AuthnContextClassRef? saml:AuthnContextDeclRef? saml:AuthenticatingAuthority*"),
	"saml:AuthnContextClassRef": shape("", null),
	"saml:AuthnContextDeclRef": shape("", null),
	"saml:AuthenticatingAuthority": shape("", null),
	"saml:AttributeStatement": shape("", "saml:Attribute*"),
	"saml:Attribute": shape("Name NameFormat FriendlyName", "saml:AttributeValue*", true),
};

function shape(attributes: string, parts: string | null, isOpen = false): Shape {
	const listed = (names: string) => names.split(" ").filter(Boolean);
	const counted = (part: string) => {
		const [, name = "", count = ""] = /^([\w:]+)([?*+]?)$/.exec(part) ?? [];
		return [name, count as "" | "?" | "*" | "+"] as const;
	};
	return { attributes: listed(attributes), parts: parts === null ? null : new Map(listed(parts).map(counted)), isOpen };
}

const ENCRYPTED: Readonly<Record<string, string>> = {
	"saml:EncryptedAssertion": "assertion",
	"saml:EncryptedID": "NameID",
	"saml:EncryptedAttribute": "attribute",
};

/**
 * Requires every part of a response in its one place, before any signature is checked, so that no two readers can find
 * an element in different places.
 * @param root of a Response with the status Success
 * @throws Refusal, and UnreadableXml for text between elements
 */
export function requireResponseShape(root: XmlElement): void {
	requireShape(root, qualified(root));
	requireIdentifiers(root);
}

/** Recursion is bounded by the parser's depth limit. */
function requireShape(element: XmlElement, name: string): void {
	const shape = SHAPES[name];
	if (!shape) {
		requireHarmless(element);
		return;
	}
	requireAttributes(element, shape);
	if (shape.parts === null) {
		if (element.children.every((child) => typeof child === "string")) return;
		throw messageRefusal(`${element.name} holds an element instead of a text.`);
	}
	const parts = elementsIn(element).map((part) => ({ part, partName: qualified(part) }));
	for (const { part, partName } of parts) {
		if (!shape.parts.has(partName)) throw unexpected(partName, element);
		requireShape(part, partName);
	}
	for (const [partName, count] of shape.parts) {
		const found = parts.filter((each) => each.partName === partName).length;
		const local = partName.slice(partName.indexOf(":") + 1);
		if (found === 0 && (count === "" || count === "+")) throw messageRefusal(`${element.name} holds no ${local}.`);
		if (found > 1 && (count === "" || count === "?")) {
			throw messageRefusal(`${element.name} holds ${local} more than once.`);
		}
	}
}

function unexpected(partName: string, element: XmlElement): Refusal {
	const encrypted = Object.hasOwn(ENCRYPTED, partName) ? ENCRYPTED[partName] : undefined;
	if (encrypted) return isEncrypted(encrypted);
	return messageRefusal(`${element.name} holds an element that does not belong there.`);
}

/**
 * The refusal of an unreadable document that has an encrypted part: some programs redefine a prefix within it, which
 * the parser rejects first. Null where nothing is encrypted.
 */
export function encryptionIn(document: string): Refusal | null {
	const [, name = ""] = /<(?:[\w.-]+:)?(Encrypted(?:Assertion|ID|Attribute))[\s/>]/.exec(document) ?? [];
	const encrypted = ENCRYPTED[`saml:${name}`];
	return encrypted ? isEncrypted(encrypted) : null;
}

function isEncrypted(part: string): Refusal {
	return messageRefusal(
		`The response's ${part} is encrypted, and this service has no key to read it: switch encryption off at the identity provider.`,
	);
}

function requireAttributes(element: XmlElement, { attributes, isOpen }: Shape): void {
	const isKnown = element.attributes.every(({ namespace, name }) => {
		if (namespace === "") return attributes.includes(name);
		return isOpen || namespace === INSTANCE || namespace === XML;
	});
	if (!isKnown) throw messageRefusal(`${element.name} has an attribute that does not belong there.`);
}

/** Signatures, whose own check requires their shape, and XML in attribute values: no element that is read elsewhere. */
function requireHarmless(element: XmlElement): void {
	for (const child of element.children) {
		if (typeof child === "string") continue;
		const isMessage =
			child.namespace === PROTOCOL || /^(?:encrypted)?assertion$|^response$|^signature$/i.test(child.name);
		if (isMessage)
			throw messageRefusal("The response has a message, an assertion or a signature within another element.");
		requireHarmless(child);
	}
}

/** Each identifier once, under any name: some readers find an element by `Id`, others by `ID` of any namespace. */
function requireIdentifiers(root: XmlElement): void {
	const identifiers = new Set<string>();
	const pending = [root];
	for (let element = pending.pop(); element; element = pending.pop()) {
		const isMessage = Object.hasOwn(SHAPES, qualified(element));
		for (const { namespace, name, value } of element.attributes) {
			if (!ID_ATTRIBUTE.test(name)) continue;
			const isPlain = isMessage ? namespace === "" : element.namespace === SIGNATURE_NAMESPACE && namespace === "";
			if (!isPlain) throw messageRefusal("The response has an ID where none is allowed.");
			if (identifiers.has(value)) throw messageRefusal("The response has the same ID twice.");
			identifiers.add(value);
		}
		for (const child of element.children) if (typeof child !== "string") pending.push(child);
	}
}

/** Name with the prefix that its namespace has in the table above, whatever the document's is. */
function qualified({ namespace, name }: XmlElement): string {
	const [prefix = "?"] = Object.entries(NAMESPACES).find(([, known]) => known === namespace) ?? [];
	return `${prefix}:${name}`;
}
