import "server-only";
import { isolated } from "@/lib/contract/name-or-id";
import { BadSignature, UnreadableXml } from "@/lib/xml/errors";
import { descendants } from "@/lib/xml/metadata/metadata-parts";
import { parseXml } from "@/lib/xml/parse";
import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { attributeOf } from "@/lib/xml/read-element";
import { SIGNATURE_NAMESPACE } from "@/lib/xml/signature-algorithms";
import { type Verification, verifiedElements } from "@/lib/xml/verify";
import { type Expectation, failed, passed, type ResponseCheck, type ResponseReport } from "./response-report";
import { publishedCertificates } from "./tenant-metadata";

export const RESPONSE_BYTES_MAX = 200 * 1024;
const UNREADABLE_SHOWN = 4_000;
const LIMITS = { bytes: RESPONSE_BYTES_MAX, elements: 10_000, attributes: 20_000 };

/** The content of the signed element. */
export type SignedReading = Omit<ResponseReport, "decoded" | "isGood">;

/** The content of an unreadable response. */
export const NOTHING = { checks: [], subject: null, facts: [], attributes: [] } satisfies SignedReading;

type Reading = {
	/** The kind of document: "a SAML response". */
	kind: string;
	isKind: (root: XmlElement) => boolean;
	idAttribute: Verification["idAttribute"];
	/** @throws UnreadableXml */
	read: (signed: XmlElement) => SignedReading;
};

/**
 * Checks that a response is XML of the kind, and signed by its sender. Only the signed content, parsed again from the signed
 * bytes, is read.
 * @param text XML, or its base64 from a form
 */
export function checkedResponse(
	text: string,
	{ certificates, sender }: Expectation,
	{ kind, isKind, idAttribute, read }: Reading,
): ResponseReport {
	const xml = decode(text);
	const checks: ResponseCheck[] = [];
	let decoded = xml.slice(0, UNREADABLE_SHOWN);
	const refused = (name: string, found: string, advice: string): ResponseReport => {
		return { ...NOTHING, checks: [...checks, failed(name, found, advice)], isGood: false, decoded };
	};
	let root: XmlElement;
	try {
		root = parseXml(xml, LIMITS);
	} catch (error) {
		if (!(error instanceof UnreadableXml)) throw error;
		return refused("XML", error.message, "Paste exactly what the browser posted.");
	}
	decoded = linesOf(root, "").join("\n");
	if (!isKind(root)) {
		return refused(
			"XML",
			`This is ${isolated(root.name)}, not ${kind}.`,
			"Use a response of the protocol that is set.",
		);
	}
	checks.push(passed("XML", `This is ${kind}.`));
	const signature = signedBy(root, { certificates, sender, idAttribute, isKind });
	if (typeof signature === "string") {
		const advice = `It must be refused: it was changed, or it is not the ${sender}'s.`;
		return refused("Signature", `${signature} Nothing else of the response was read.`, advice);
	}
	checks.push(signatureCheck(root, signature, { certificates, sender }));
	try {
		const result = read(signature.signed);
		checks.push(...result.checks);
		return { ...result, checks, isGood: checks.every(({ outcome }) => outcome !== "failed"), decoded };
	} catch (error) {
		if (!(error instanceof UnreadableXml)) throw error;
		return refused("Content", error.message, `The ${sender} signed something that is not a response of this protocol.`);
	}
}

type Signed = { signed: XmlElement; certificate: string };
type Sender = Pick<Expectation, "certificates" | "sender">;

const noCertificate: Record<Expectation["sender"], string> = {
	tenant: "The tenant publishes no certificate",
	provider: "No certificate of the provider is set",
};

/** @returns the reason, in a sentence, where no certificate verifies it */
function signedBy(
	root: XmlElement,
	{ certificates, sender, idAttribute, isKind }: Sender & Pick<Reading, "idAttribute" | "isKind">,
): Signed | string {
	let reason = `${noCertificate[sender]} to check the signature with.`;
	for (const certificate of certificates) {
		try {
			const elements = verifiedElements(root, { certificates: [certificate], idAttribute });
			// A signed response holds its signed assertion.
			const signed = elements.map(({ element }) => element).find(isKind) ?? elements[0]?.element;
			if (signed && (elements.length === 1 || isKind(signed))) return { signed, certificate };
			reason = "Several elements are signed, and the response is not.";
		} catch (error) {
			if (!(error instanceof BadSignature || error instanceof UnreadableXml)) throw error;
			reason = error.message;
		}
	}
	return reason;
}

function signatureCheck(
	root: XmlElement,
	{ signed, certificate }: Signed,
	{ certificates, sender }: Sender,
): ResponseCheck {
	const published = publishedCertificates(certificates).find(({ pem }) => pem === certificate);
	const { fingerprint256 = "", validToDate } = published?.certificate ?? {};
	const [method] = descendants(root, SIGNATURE_NAMESPACE, "SignatureMethod");
	// The signature was verified with the algorithm that it names.
	const algorithm = (method && attributeOf(method, "Algorithm")?.replace(/^.*#/, "")) ?? "";
	return passed(
		"Signature",
		`The ${signed.name} is signed with ${algorithm}, by the ${sender}'s ${sender === "tenant" ? `${published?.as} ` : ""}certificate (SHA-256 ${fingerprint256}, until ${validToDate?.toISOString().slice(0, 10)} UTC).`,
	);
}

/** Base64 in which a form has turned "+" into spaces, or plain XML. */
function decode(text: string): string {
	const trimmed = text.trim();
	if (trimmed.startsWith("<")) return trimmed;
	const base64 = (/%[0-9A-Fa-f]{2}/.test(trimmed) ? unescaped(trimmed) : trimmed).replace(/^SAMLResponse=/, "");
	return Buffer.from(base64.replaceAll(" ", "+"), "base64").toString("utf8");
}

function unescaped(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

const INDENT = "  ";

/** A document indented for people, with elements that hold only a text on one line. */
function linesOf(element: XmlElement, indent: string): string[] {
	const declarations = [...element.declarations].map(([prefix, namespace]) =>
		attribute(prefix === "" ? "xmlns" : `xmlns:${prefix}`, namespace),
	);
	const attributes = element.attributes.map(({ qualifiedName, value }) => attribute(qualifiedName, value));
	const start = `${indent}<${[element.qualifiedName, ...declarations, ...attributes].join(" ")}`;
	const children = element.children.filter((child) => typeof child !== "string" || child.trim() !== "");
	if (children.length === 0) return [`${start}/>`];
	const end = `</${element.qualifiedName}>`;
	if (children.every((child) => typeof child === "string")) return [`${start}>${escaped(children.join(""))}${end}`];
	const inner = children.flatMap((child) =>
		typeof child === "string" ? [`${indent}${INDENT}${escaped(child.trim())}`] : linesOf(child, indent + INDENT),
	);
	return [`${start}>`, ...inner, indent + end];
}

function attribute(name: string, value: string): string {
	return `${name}="${escaped(value).replaceAll('"', "&quot;")}"`;
}

function escaped(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
