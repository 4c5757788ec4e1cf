import { KeyObject } from "node:crypto";
import { X509CertificateGenerator } from "@peculiar/x509";

const DAY_MS = 24 * 3600 * 1000;
const ALGORITHMS = {
	rsa: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", publicExponent: new Uint8Array([1, 0, 1]), modulusLength: 2048 },
	ec: { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
};

/** A key and its certificate, both PEM. */
export type MadeCertificate = { certificate: string; privateKey: string };

/**
 * A certificate for two days, signed with its own key.
 * @param subject its names in the order of the certificate, as `O=Example, CN=signer`
 */
export async function makeCertificate(
	type: keyof typeof ALGORITHMS = "rsa",
	subject = "CN=signer",
): Promise<MadeCertificate> {
	const keys: CryptoKeyPair = await crypto.subtle.generateKey(ALGORITHMS[type], true, ["sign", "verify"]);
	const certificate = await X509CertificateGenerator.createSelfSigned({
		...{ name: subject, keys, signingAlgorithm: ALGORITHMS[type] },
		...{ notBefore: new Date(), notAfter: new Date(Date.now() + 2 * DAY_MS) },
	});
	const privateKey = KeyObject.from(keys.privateKey).export({ type: "pkcs8", format: "pem" });
	return { certificate: `${certificate.toString("pem")}\n`, privateKey: String(privateKey) };
}
