import { KeyObject } from "node:crypto";
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from "./x509";

const DAY_MS = 24 * 3600 * 1000;
const ALGORITHMS = {
	rsa: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", publicExponent: new Uint8Array([1, 0, 1]), modulusLength: 2048 },
	ec: { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
};

/** A key and its certificate, both PEM. */
export type MadeCertificate = { certificate: string; privateKey: string };

/**
 * A certificate that is signed with its own key.
 * @param subject its names in the order of the certificate, as `O=Example, CN=signer`
 * @param days until it expires; less than 0: it expired after a day
 * @param hosts names that it is for, as the certificate of a server
 */
export async function makeCertificate(
	type: keyof typeof ALGORITHMS = "rsa",
	subject = "CN=signer",
	days = 2,
	hosts: readonly string[] = [],
): Promise<MadeCertificate> {
	const notAfter = new Date(Date.now() + days * DAY_MS);
	const notBefore = new Date(days > 0 ? Date.now() : notAfter.getTime() - DAY_MS);
	const keys: CryptoKeyPair = await crypto.subtle.generateKey(ALGORITHMS[type], true, ["sign", "verify"]);
	const certificate = await X509CertificateGenerator.createSelfSigned({
		name: subject,
		keys,
		signingAlgorithm: ALGORITHMS[type],
		notBefore,
		notAfter,
		extensions: [new SubjectAlternativeNameExtension(hosts.map((value) => ({ type: "dns" as const, value })))],
	});
	const privateKey = KeyObject.from(keys.privateKey).export({ type: "pkcs8", format: "pem" });
	return { certificate: `${certificate.toString("pem")}\n`, privateKey: String(privateKey) };
}
