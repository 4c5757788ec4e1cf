import { timingSafeEqual, X509Certificate } from "node:crypto";
import { deriveSecret } from "../keys/derived";
import type { ServiceSecrets } from "../keys/service-secrets";

/** A client certificate that the customer's edge network saw, and whether a known authority vouches for it. */
export type ForwardedCertificate = { certificate: X509Certificate; isAuthorized: boolean };

/** The custom domain API key of this installation: whoever sends it is the edge network. */
export function edgeApiKey({ credentials }: Pick<ServiceSecrets, "credentials">): string {
	return deriveSecret(credentials, "custom-domain-api-key");
}

/**
 * The specification, "Authentication" 5: reads `client-certificate` and `client-certificate-ca-verified`, which any
 * caller can write, only beside the right `cname-api-key`.
 * @returns null without the key, without a certificate, or for one that cannot be read
 */
export function readForwardedCertificate(secrets: ServiceSecrets, headers: Headers): ForwardedCertificate | null {
	const text = headers.get("client-certificate");
	if (!text) return null;
	const key = Buffer.from(headers.get("cname-api-key") ?? "");
	const expected = Buffer.from(edgeApiKey(secrets));
	if (key.length !== expected.length || !timingSafeEqual(key, expected)) return null;
	const certificate = parseCertificate(text);
	return certificate && { certificate, isAuthorized: headers.get("client-certificate-ca-verified") === "SUCCESS" };
}

/** URL-encoded PEM as proxies forward it, or the `:base64:` of RFC 9440, or bare base64. */
function parseCertificate(text: string): X509Certificate | null {
	try {
		const decoded = text.includes("%") ? decodeURIComponent(text) : text;
		if (decoded.includes("BEGIN CERTIFICATE")) return new X509Certificate(decoded);
		return new X509Certificate(Buffer.from(decoded.replace(/^:|:$/g, ""), "base64"));
	} catch {
		return null;
	}
}
