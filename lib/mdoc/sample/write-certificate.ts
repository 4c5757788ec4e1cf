import { createHash, type KeyObject, sign, X509Certificate } from "node:crypto";
import { der, derTime, identifier, positiveInteger, TAG } from "@/lib/der/write-der";
import { signRepeatably } from "./sample-key";

const OID = {
	commonName: "550403",
	country: "550406",
	state: "550408",
	organisation: "55040a",
	subjectKey: "551d0e",
	keyUsage: "551d0f",
	issuerAlternativeName: "551d12",
	basicConstraints: "551d13",
	authorityKey: "551d23",
	extendedKeyUsage: "551d25",
	/** 1.0.18013.5.1.2, signs mobile driving licences (ISO/IEC 18013-5, B.1.4). */
	licences: "28818c5d050102",
	/** 1.0.18013.5.1.8 (B.1.8). */
	lists: "28818c5d050108",
	ecdsaSha256: "2a8648ce3d040302",
	ecdsaSha384: "2a8648ce3d040303",
	ecdsaSha512: "2a8648ce3d040304",
	ed25519: "2b6570",
} as const;

const VERSION_3 = 2;
const SERIAL_BYTES = 16;

/** The number of unused bits of `keyUsage`, and its byte (RFC 5280, 4.2.1.3). */
const USAGE = { authority: [1, 0x06], signer: [7, 0x80] } as const;

export type CertificateName = { country: string; state: string; organisation: string; commonName: string };

export type Signatory = {
	name: CertificateName;
	publicKey: KeyObject;
	privateKey: KeyObject;
	/** The secret of a sample key, for a deterministic signature. */
	scalar?: Uint8Array;
};

/**
 * A certificate of one of the two profiles of ISO/IEC 18013-5, annex B: the root of an issuing authority (B.1.2), or the
 * signer of its licences (B.1.4). Neither names a revocation list: there is none.
 */
export function writeCertificate(options: {
	subject: { name: CertificateName; publicKey: KeyObject };
	issuer: Signatory;
	from: Date;
	to: Date;
	role: "root" | "signer";
	/** The purpose of a signer: licences by default, lists of roots (B.1.8), or none that is declared. */
	signs?: "licences" | "lists" | null;
}): X509Certificate {
	const { subject, issuer, from, to, role } = options;
	const publicKey = subject.publicKey.export({ type: "spki", format: "der" });
	const isEdwards = issuer.privateKey.asymmetricKeyType === "ed25519";
	const algorithm = der(TAG.sequence, identifier(isEdwards ? OID.ed25519 : ecdsa(issuer.privateKey).algorithm));
	const rest = Buffer.concat([
		algorithm,
		name(issuer.name),
		der(TAG.sequence, derTime(from), derTime(to)),
		name(subject.name),
		publicKey,
		der(TAG.context + 3, der(TAG.sequence, ...extensions(options))),
	]);
	const content = der(
		TAG.sequence,
		der(TAG.context, der(TAG.integer, Buffer.from([VERSION_3]))),
		positiveInteger(createHash("sha256").update(rest).update(role).digest().subarray(0, SERIAL_BYTES)),
		rest,
	);
	const signature = der(TAG.bits, Buffer.from([0]), signed(content, issuer));
	return new X509Certificate(der(TAG.sequence, content, algorithm, signature));
}

function extensions({ subject, issuer, role, signs = "licences" }: Parameters<typeof writeCertificate>[0]): Buffer[] {
	const isRoot = role === "root";
	const [unused, bits] = isRoot ? USAGE.authority : USAGE.signer;
	const email = der(0x81, Buffer.from(`issuer@${issuer.name.organisation.toLowerCase().replaceAll(" ", "-")}.example`));
	const always = [
		extension(OID.subjectKey, der(TAG.bytes, keyIdentifier(subject.publicKey))),
		extension(OID.authorityKey, der(TAG.sequence, der(0x80, keyIdentifier(issuer.publicKey)))),
		extension(OID.issuerAlternativeName, der(TAG.sequence, email)),
		extension(OID.keyUsage, der(TAG.bits, Buffer.from([unused, bits])), true),
	];
	if (isRoot) {
		const authority = der(TAG.sequence, der(TAG.truth, Buffer.from([0xff])), der(TAG.integer, Buffer.from([0])));
		return [...always, extension(OID.basicConstraints, authority, true)];
	}
	if (signs === null) return always;
	return [...always, extension(OID.extendedKeyUsage, der(TAG.sequence, identifier(OID[signs])), true)];
}

function extension(id: string, content: Buffer, isCritical = false): Buffer {
	const critical = isCritical ? der(TAG.truth, Buffer.from([0xff])) : Buffer.alloc(0);
	return der(TAG.sequence, identifier(id), critical, der(TAG.bytes, content));
}

/** Of the public key's bits (RFC 5280, 4.2.1.2, method 1). */
function keyIdentifier(key: KeyObject): Buffer {
	const { x = "", y } = key.export({ format: "jwk" });
	const point = y === undefined ? [base64(x)] : [Buffer.from([4]), base64(x), base64(y)];
	return createHash("sha1").update(Buffer.concat(point)).digest();
}

function base64(text: string): Buffer {
	return Buffer.from(text, "base64url");
}

function name({ country, state, organisation, commonName }: CertificateName): Buffer {
	return der(
		TAG.sequence,
		attribute(OID.country, country, TAG.printable),
		attribute(OID.state, state),
		attribute(OID.organisation, organisation),
		attribute(OID.commonName, commonName),
	);
}

function attribute(id: string, text: string, tag: number = TAG.text): Buffer {
	return der(TAG.set, der(TAG.sequence, identifier(id), der(tag, Buffer.from(text))));
}

function ecdsa(key: KeyObject): { algorithm: string; hash: string } {
	const curve = key.asymmetricKeyDetails?.namedCurve;
	if (curve === "secp384r1") return { algorithm: OID.ecdsaSha384, hash: "sha384" };
	if (curve === "secp521r1") return { algorithm: OID.ecdsaSha512, hash: "sha512" };
	return { algorithm: OID.ecdsaSha256, hash: "sha256" };
}

function signed(content: Buffer, { privateKey, scalar }: Signatory): Buffer {
	if (privateKey.asymmetricKeyType === "ed25519") return sign(null, content, privateKey);
	if (scalar === undefined) return sign(ecdsa(privateKey).hash, content, privateKey);
	const values = signRepeatably(content, scalar);
	const half = values.length / 2;
	return der(TAG.sequence, positiveInteger(values.subarray(0, half)), positiveInteger(values.subarray(half)));
}
