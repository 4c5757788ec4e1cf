import { X509Certificate } from "node:crypto";
import { UnreadableMetadata } from "../errors";
import type { XmlElement } from "../parsing/xml-element";
import { attributeOf, childrenOf } from "../read-element";
import { SIGNATURE_NAMESPACE } from "../signature-algorithms";
import { METADATA } from "./metadata-names";
import { descendants } from "./metadata-parts";

const CERTIFICATE_LENGTH_MAX = 16_384;
/** Enough to find a certificate in the document; of a private key that stands there by mistake, no more than its header. */
const SHOWN_CHARACTERS = 8;
const NAMED_MAX = 20;
/** The tag of a certificate, a SEQUENCE, and the first byte of a length that is written in several (ITU-T X.690). */
const [SEQUENCE, LONG_LENGTH] = [0x30, 0x80];

/** Certificates of keys that a role signs with. */
export type SigningCertificates = {
	/** In PEM, in their order, each once. */
	certificates: string[];
	/** A sentence for each that can't be read, with its place, its first characters and the reason; 21 at most. */
	unreadable: string[];
};

/** The certificates that roles of an entity sign with. */
export function signingCertificates(...roles: readonly XmlElement[]): SigningCertificates {
	const found = roles
		.flatMap((role) => childrenOf(role, METADATA, "KeyDescriptor"))
		.filter((key) => (attributeOf(key, "use") ?? "signing") === "signing")
		.flatMap((key) => descendants(key, SIGNATURE_NAMESPACE, "X509Certificate"));
	const certificates = new Set<string>();
	const unreadable: string[] = [];
	for (const [index, element] of found.entries()) {
		const read = pemOf(element);
		if ("pem" in read) certificates.add(read.pem);
		else unreadable.push(`Signing certificate ${index + 1} of ${found.length}${read.shown} ${read.fault}.`);
	}
	return { certificates: [...certificates], unreadable: atMostNamed(unreadable) };
}

/**
 * Refuses metadata whose certificates are all left out.
 * @param usable those that are not
 * @param leftOut a sentence for each one that is
 * @throws UnreadableMetadata
 */
export function requireCertificate(usable: readonly string[], leftOut: readonly string[]): void {
	if (usable.length > 0 || leftOut.length === 0) return;
	throw new UnreadableMetadata(`None of its signing certificates can be used. ${leftOut.join(" ")}`);
}

/** Sentences on certificates that can't be used: of very many, the first ones and the number of the others. */
export function atMostNamed(sentences: readonly string[]): string[] {
	const more = sentences.length - NAMED_MAX;
	return [...sentences.slice(0, NAMED_MAX), ...(more > 0 ? [`${more} more can't be used.`] : [])];
}

function pemOf({ children }: XmlElement): { pem: string } | { shown: string; fault: string } {
	const text = children.map((child) => (typeof child === "string" ? child : "<")).join("");
	const base64 = text.length > CERTIFICATE_LENGTH_MAX ? "" : text.replace(/\s/g, "");
	const bytes = Buffer.from(base64, "base64");
	try {
		const certificate = new X509Certificate(bytes);
		// Parses the key, which may be of an unknown kind.
		if (certificate.publicKey.type === "public") return { pem: certificate.toString() };
	} catch {
		// The reason is below.
	}
	return { shown: shown(text), fault: faultOf(text, base64, bytes) };
}

function shown(text: string): string {
	const start = text
		.trim()
		.slice(0, SHOWN_CHARACTERS)
		.replace(/[^ -~]/g, "?");
	return start === "" || start.startsWith("<") ? "" : ` (begins with “${start}”)`;
}

function faultOf(text: string, base64: string, bytes: Uint8Array): string {
	if (text.length > CERTIFICATE_LENGTH_MAX) return `is longer than ${CERTIFICATE_LENGTH_MAX} characters`;
	if (base64 === "") return "is empty";
	if (base64.includes("<")) return "holds an element instead of Base64";
	if (base64.includes("-----BEGIN")) return "has a BEGIN line, which belongs in PEM files and not in metadata";
	if (/[^A-Za-z0-9+/=]/.test(base64)) return "is not Base64";
	const [length, isCertificate] = [derLength(bytes), isReadable(bytes)];
	if (isCertificate) return "has a key that can't be read";
	if (length === null) return "is not a certificate in DER";
	if (length > bytes.length) return `is cut off: ${bytes.length} of its ${length} bytes are there`;
	return "is not a certificate, or is damaged";
}

/** Of the whole value, as its first bytes have it; null where it is no SEQUENCE. */
function derLength([tag, first = 0, ...more]: Uint8Array): number | null {
	if (tag !== SEQUENCE) return null;
	if (first < LONG_LENGTH) return 2 + first;
	const count = first - LONG_LENGTH;
	return count === 0 || count > 4 ? null : 2 + count + more.slice(0, count).reduce((sum, byte) => sum * 256 + byte, 0);
}

function isReadable(bytes: Uint8Array): boolean {
	try {
		return new X509Certificate(bytes).raw.length > 0;
	} catch {
		return false;
	}
}
