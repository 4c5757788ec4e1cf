import { type KeyObject, X509Certificate } from "node:crypto";
import { BadSignature } from "../bad-signature";

/**
 * The key that a certificate is for. Its dates and who vouches for it say nothing: it was given by whoever set things up.
 * @param certificate PEM
 * @throws BadSignature where it is none of an RSA key
 */
export function certificateKey(certificate: string): KeyObject {
	try {
		const { publicKey } = new X509Certificate(certificate);
		if (publicKey.asymmetricKeyType === "rsa") return publicKey;
	} catch {
		// Said below.
	}
	throw new BadSignature("The certificate to check the signature with is none of an RSA key.");
}
