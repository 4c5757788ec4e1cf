import type { X509Certificate } from "node:crypto";
import type { KoaContextWithOIDC } from "oidc-provider";
import { requestOf } from "../context/node-bridge";

/** What the library asks about a client's certificate (RFC 8705). */
export const mutualTls = {
	enabled: true,
	certificateBoundAccessTokens: true,
	tlsClientAuth: true,
	selfSignedTlsClientAuth: true,
	getCertificate: (ctx: KoaContextWithOIDC) => requestOf(ctx).certificate?.certificate,
	certificateAuthorized: (ctx: KoaContextWithOIDC) => requestOf(ctx).certificate?.isAuthorized ?? false,
	certificateSubjectMatches: (ctx: KoaContextWithOIDC, property: string, expected: string) =>
		property === "tls_client_auth_subject_dn" && subjectOf(requestOf(ctx).certificate?.certificate) === expected,
};

/** The subject as RFC 4514 writes it: the last component first, separated by commas. */
function subjectOf(certificate: X509Certificate | undefined): string | undefined {
	return certificate?.subject.split("\n").reverse().join(",");
}
