import { X509Certificate } from "node:crypto";
import { DerFault, type DerItem, dottedIdentifier, isTrue, readDer, readOneDer } from "@/lib/der/read-der";
import { TAG } from "@/lib/der/write-der";

export type CertificateFacts = ReturnType<typeof certificateFacts>;

const EXTENSION = { keyUsage: "2.5.29.15", constraints: "2.5.29.19", extendedKeyUsage: "2.5.29.37" } as const;
/** Ignored even where critical: alternative names, and distribution points of revocation lists. */
const IGNORED = ["2.5.29.17", "2.5.29.18", "2.5.29.31"];
const COUNTRY = "2.5.4.6";
const STATE = "2.5.4.8";
const OCTETS = 0x04;
const CONSTRUCTED = 0x20;
const EXTENSIONS = 0xa3;
/** RFC 5280, A.1: texts of names that are read. */
const UTF8_TEXT = 0x0c;
const PRINTABLE_TEXT = 0x13;

/** Fields of a certificate that node:crypto does not expose (RFC 5280, 4.1). @throws DerFault where it is not DER as required */
function certificateFacts(certificate: X509Certificate) {
	const [content, algorithm] = readDer(readOneDer(certificate.raw).content);
	if (!content || !algorithm) throw new DerFault("The certificate has no content.");
	const fields = readDer(content.content).filter(({ tag }) => tag !== TAG.context);
	const [, , issuer, validity, subject] = fields;
	if (!issuer || !validity || !subject) throw new DerFault("The certificate has no names or no validity.");
	for (const time of readDer(validity.content)) requireTime(time);
	for (const name of [issuer, subject]) requireName(name);
	const extensions = extensionsOf(fields.find(({ tag }) => tag === EXTENSIONS));
	const constraints = constraintsOf(extensions.get(EXTENSION.constraints)?.value);
	const keyUsage = extensions.get(EXTENSION.keyUsage)?.value;
	const extendedKeyUsage = extensions.get(EXTENSION.extendedKeyUsage)?.value;
	const known: string[] = [...Object.values(EXTENSION), ...IGNORED];
	return {
		/** Bytes of the names, in hexadecimal digits: a signer's issuer is an exact copy of its authority's subject. */
		subject: Buffer.from(subject.raw).toString("hex"),
		issuer: Buffer.from(issuer.raw).toString("hex"),
		/** Two letters of the subject; null where there are none. */
		country: attributeOf(subject, COUNTRY),
		/** State or province of the subject. */
		state: attributeOf(subject, STATE),
		signatureAlgorithm: identifierOf(readDer(algorithm.content)[0]),
		...constraints,
		/** Bits by their number; null where the certificate has no such extension. */
		keyUsage: keyUsage ? bitsOf(keyUsage) : null,
		extendedKeyUsage: extendedKeyUsage ? partsOf(extendedKeyUsage).map(identifierOf) : null,
		/** Critical extensions that are not supported (RFC 5280, 4.2). */
		unknownCritical: [...extensions].flatMap(([name, { isCritical }]) =>
			isCritical && !known.includes(name) ? [name] : [],
		),
	};
}

/**
 * RFC 5280, 4.1.2.5: a day of the calendar and a time, to the second, in UTC. Of another one node:crypto returns an invalid
 * date, or now and then any date: it then reads memory that nothing was written to.
 */
function requireTime({ tag, content }: DerItem): void {
	const text = Buffer.from(content).toString("latin1");
	const digits = tag === TAG.shortTime ? `20${text}` : tag === TAG.time ? text : "";
	const iso = digits.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6.000Z");
	const date = new Date(iso);
	if (Number.isNaN(date.getTime()) || date.toISOString() !== iso) throw new DerFault("A time is not valid.");
}

/** RFC 5280, 4.1.2.4: sets of attributes, whose values are texts. */
function requireName(name: DerItem): void {
	for (const set of partsOf(name)) {
		if (set.tag !== TAG.set) throw new DerFault("A name is not made of SETs.");
		for (const attribute of readDer(set.content)) {
			const [type, value, ...others] = partsOf(attribute);
			identifierOf(type);
			if (!value || value.tag & CONSTRUCTED || others.length > 0)
				throw new DerFault("A name has a value that is not a text.");
		}
	}
}

function extensionsOf(item: DerItem | undefined): Map<string, { isCritical: boolean; value: DerItem }> {
	const found = new Map<string, { isCritical: boolean; value: DerItem }>();
	for (const extension of item ? partsOf(readOneDer(item.content)) : []) {
		const parts = partsOf(extension);
		const name = identifierOf(parts[0]);
		const value = parts.find(({ tag }) => tag === OCTETS);
		// RFC 5280, 4.2: an extension must not be repeated.
		if (!value || found.has(name)) throw new DerFault("An extension is empty or appears twice.");
		found.set(name, {
			isCritical: parts.some(({ tag, content }) => tag === TAG.truth && isTrue(content)),
			value: readOneDer(value.content),
		});
	}
	return found;
}

/**
 * RFC 5280, 4.2.1.9: a BOOLEAN and a number, both of which may be missing. `pathLength`: how many further authorities may
 * follow; null for any number.
 */
function constraintsOf(item: DerItem | undefined) {
	const parts = item ? partsOf(item) : [];
	const authority = parts[0]?.tag === TAG.truth ? parts.shift() : undefined;
	const length = parts[0]?.tag === TAG.integer ? parts.shift() : undefined;
	if (parts.length > 0) throw new DerFault("The basic constraints have an unknown part.");
	return {
		isAuthority: authority !== undefined && isTrue(authority.content),
		pathLength: length ? smallNumber(length) : null,
	};
}

function partsOf(item: DerItem): DerItem[] {
	if (item.tag !== TAG.sequence) throw new DerFault("A name or an extension is not a SEQUENCE.");
	return readDer(item.content);
}

function smallNumber({ content }: DerItem): number {
	const [number = 0x80, ...others] = content;
	if (others.length > 0 || number >= 0x80) throw new DerFault("A number is not from 0 to 127.");
	return number;
}

/** Numbers of the bits that are set, after the byte that counts the unused ones (X.690, 8.6 and 11.2). */
function bitsOf({ tag, content }: DerItem): Set<number> {
	const unused = content[0] ?? 8;
	const last = content.length > 1 ? (content.at(-1) ?? 0) : 0;
	if (tag !== TAG.bits || unused > 7 || last & ((1 << unused) - 1)) throw new DerFault("A BIT STRING is not in DER.");
	const bits = new Set<number>();
	for (const [index, byte] of content.subarray(1).entries()) {
		for (let bit = 0; bit < 8; bit += 1) if (byte & (0x80 >> bit)) bits.add(index * 8 + bit);
	}
	return bits;
}

function attributeOf(name: DerItem, identifier: string): string | null {
	for (const set of readDer(name.content)) {
		for (const attribute of readDer(set.content)) {
			const [type, value] = readDer(attribute.content);
			if (!value || identifierOf(type) !== identifier) continue;
			if (value.tag === UTF8_TEXT || value.tag === PRINTABLE_TEXT) return Buffer.from(value.content).toString("utf8");
		}
	}
	return null;
}

function identifierOf(item: DerItem | undefined): string {
	if (item?.tag !== TAG.identifier) throw new DerFault("An object identifier is missing.");
	return dottedIdentifier(item.content);
}

export type KnownCertificate = { certificate: X509Certificate; facts: CertificateFacts };

/** Null where the bytes are not one certificate in DER and nothing else. */
export function knownCertificate(bytes: Uint8Array): KnownCertificate | null {
	try {
		const certificate = new X509Certificate(bytes);
		// Node also accepts PEM, and certificates that are followed by other bytes.
		if (!certificate.raw.equals(bytes)) return null;
		const facts = certificateFacts(certificate);
		// Keys of kinds that OpenSSL does not know throw where they are first read.
		return certificate.publicKey ? { certificate, facts } : null;
	} catch {
		return null;
	}
}
