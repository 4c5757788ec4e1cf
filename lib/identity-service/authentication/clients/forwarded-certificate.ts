import { timingSafeEqual, X509Certificate } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { KoaContextWithOIDC } from "oidc-provider";
import { deriveSecret } from "../../secrets/derived";
import type { ServiceSecrets } from "../../secrets/service-secrets";

/** A client certificate that the customer's edge network saw, and whether a known authority vouches for it. */
export type ForwardedCertificate = { certificate: X509Certificate; isAuthorized: boolean };

const forwarded = new WeakMap<IncomingMessage, ForwardedCertificate>();

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

/** Notes the certificate of a request that is handed to the library. */
export function noteCertificate(request: IncomingMessage, certificate: ForwardedCertificate | null): void {
	if (certificate) forwarded.set(request, certificate);
}

/** What the library asks about a client's certificate (RFC 8705). */
export const mutualTls = {
	enabled: true,
	certificateBoundAccessTokens: true,
	tlsClientAuth: true,
	selfSignedTlsClientAuth: true,
	getCertificate: (ctx: KoaContextWithOIDC) => forwarded.get(ctx.req)?.certificate,
	certificateAuthorized: (ctx: KoaContextWithOIDC) => forwarded.get(ctx.req)?.isAuthorized ?? false,
	certificateSubjectMatches: (ctx: KoaContextWithOIDC, property: string, expected: string) =>
		property === "tls_client_auth_subject_dn" && subjectOf(forwarded.get(ctx.req)?.certificate) === expected,
};

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

/** The subject as RFC 4514 writes it: the last component first, separated by commas. */
function subjectOf(certificate: X509Certificate | undefined): string | undefined {
	return certificate?.subject.split("\n").reverse().join(",");
}
