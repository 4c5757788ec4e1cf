import { type KeyObject, verify, X509Certificate } from "node:crypto";
import { ExclusiveCanonicalization } from "xml-crypto";
import { BadSignature } from "../errors";
import { SIGNATURE_NAMESPACE, SIGNATURE_URIS } from "../signature-algorithms";

const HASHES: Readonly<Record<string, string>> = {
	[SIGNATURE_URIS["rsa-sha256"]]: "sha256",
	[SIGNATURE_URIS["rsa-sha512"]]: "sha512",
};

/**
 * The first certificate whose key has made a signature, by `SignedInfo` alone: so the content is canonicalized for one key
 * only, and for none where no known key has signed.
 * @param signature of the shape that is required
 * @throws BadSignature where a certificate is none of an RSA key
 */
export function fittingCertificate(signature: Element, certificates: readonly string[]): string | undefined {
	const info = signature.getElementsByTagNameNS(SIGNATURE_NAMESPACE, "SignedInfo")[0];
	const method = signature.getElementsByTagNameNS(SIGNATURE_NAMESPACE, "SignatureMethod")[0];
	const value = signature.getElementsByTagNameNS(SIGNATURE_NAMESPACE, "SignatureValue")[0];
	const hash = HASHES[method?.getAttribute("Algorithm") ?? ""];
	if (!info || !value || hash === undefined) return undefined;
	const signed = Buffer.from(new ExclusiveCanonicalization().process(info, {}));
	const bytes = Buffer.from(value.textContent ?? "", "base64");
	return certificates.find((certificate) => verify(hash, signed, certificateKey(certificate), bytes));
}

/**
 * The key of a certificate. Its dates and issuer are ignored: the operator has configured it.
 * @param certificate PEM
 * @throws BadSignature where it is none of an RSA key
 */
export function certificateKey(certificate: string): KeyObject {
	try {
		const { publicKey } = new X509Certificate(certificate);
		if (publicKey.asymmetricKeyType === "rsa") return publicKey;
	} catch {
		// Reported below.
	}
	throw new BadSignature("The certificate to check the signature with is none of an RSA key.");
}
