import { KeyObject } from "node:crypto";
import {
	AuthorityKeyIdentifierExtension,
	BasicConstraintsExtension,
	ExtendedKeyUsageExtension,
	KeyUsageFlags,
	KeyUsagesExtension,
	SubjectKeyIdentifierExtension,
	X509CertificateGenerator,
} from "@/lib/testing/x509";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const DAY_MS = 24 * 3600 * 1000;
const MDL_SIGNER = "1.0.18013.5.1.2";

export type IssuerCertificates = {
	/** The template's custom certificate authority, in PEM. */
	root: string;
	/** DER. */
	signer: Uint8Array;
	signerKey: KeyObject;
};

/** A root and a signer of licences for one test (ISO/IEC 18013-5, B.1.2 and B.1.4). */
export async function issuerCertificates(): Promise<IssuerCertificates> {
	const makeKeys = (): Promise<CryptoKeyPair> => crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
	const [rootKeys, signerKeys] = [await makeKeys(), await makeKeys()];
	const name = (commonName: string) => `C=UT, ST=UT-EX, O=Outside issuer, CN=${commonName}`;
	const validFor = (days: number) => ({ notBefore: new Date(), notAfter: new Date(Date.now() + days * DAY_MS) });
	const root = await X509CertificateGenerator.createSelfSigned({
		name: name("Outside root"),
		keys: rootKeys,
		signingAlgorithm: ALGORITHM,
		...validFor(30),
		extensions: [
			new BasicConstraintsExtension(true, 0, true),
			new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
			await SubjectKeyIdentifierExtension.create(rootKeys.publicKey),
		],
	});
	const signer = await X509CertificateGenerator.create({
		subject: name("Outside signer"),
		issuer: root.subject,
		publicKey: signerKeys.publicKey,
		signingKey: rootKeys.privateKey,
		signingAlgorithm: ALGORITHM,
		...validFor(20),
		extensions: [
			new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
			new ExtendedKeyUsageExtension([MDL_SIGNER], true),
			await SubjectKeyIdentifierExtension.create(signerKeys.publicKey),
			await AuthorityKeyIdentifierExtension.create(rootKeys.publicKey),
		],
	});
	return {
		root: `${root.toString("pem")}\n`,
		signer: new Uint8Array(signer.rawData),
		signerKey: KeyObject.from(signerKeys.privateKey),
	};
}
