import type { X509Certificate } from "node:crypto";
import { errors, type KoaContextWithOIDC, type UnknownObject } from "oidc-provider";
import type { IdentityService } from "../context/identity-service";
import { requestOf } from "../context/node-bridge";
import type { ServiceRequest } from "../context/service-request";
import { clientRefusal, missingParameter } from "../http/refusal";
import type { ClientRow } from "../store/clients";
import { findServiceClient } from "./service-client";

/**
 * The specification, "Authentication": a client must use its configured method. The library accepts a secret in the
 * header and in the body alike, so the method is compared here; the library then compares the secret itself.
 * @returns the client that the request names
 * @throws Refusal where the method is not the configured one
 */
export async function clientByConfiguredMethod(
	service: IdentityService,
	parameters: URLSearchParams,
	{ headers }: Pick<ServiceRequest, "headers">,
): Promise<ClientRow> {
	const authorization = headers.get("authorization");
	const clientId = authorization === null ? postedClientId(parameters) : basicClientId(authorization);
	if (!clientId) throw authorization === null ? missingParameter("client_id") : clientRefusal();
	const client = await findServiceClient(service, clientId);
	const presented = presentedMethods(parameters, authorization);
	if (client && presented.includes(client.token_endpoint_auth_method)) return client;
	throw clientRefusal();
}

/** A certificate is not a parameter, so a request without other credentials may be a public client's or mTLS. */
function presentedMethods(parameters: URLSearchParams, authorization: string | null): string[] {
	if (authorization !== null) return ["client_secret_basic"];
	if (parameters.get("client_assertion")) return ["private_key_jwt"];
	if (parameters.get("client_secret")) return ["client_secret_post"];
	return ["none", "tls_client_auth", "self_signed_tls_client_auth"];
}

/** A client assertion names its client itself (RFC 7521 section 4.2). */
function postedClientId(parameters: URLSearchParams): string | undefined {
	return parameters.get("client_id") || clientOfAssertion(parameters.get("client_assertion") ?? "");
}

/** The client of an `Authorization: Basic` header, form-decoded (RFC 6749 section 2.3.1). */
function basicClientId(authorization: string): string | undefined {
	const [, credential] = /^basic ([\w+/=-]+)$/i.exec(authorization) ?? [];
	if (!credential) return undefined;
	const [clientId = ""] = Buffer.from(credential, "base64").toString("utf8").split(":");
	try {
		return decodeURIComponent(clientId.replaceAll("+", " "));
	} catch {
		return undefined;
	}
}

/** Used assertions are stored until they expire. */
const LIFETIME_SECONDS_MAX = 3600;

/** Algorithms of client assertions; all asymmetric, so that the service holds no client's key. */
export const ASSERTION_ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"] as const;
/** FAPI 2.0 Security Profile, section 5.4.1. */
const FAPI_ALGORITHMS: readonly unknown[] = ["PS256", "ES256", "EdDSA"];

/**
 * Requirements of a client assertion beside the library's (signature, issuer, subject, audience, expiry, single use:
 * RFC 7523 section 3): a near expiry and, for FAPI 2.0 clients, the issuer as its one audience (section 5.3.2.1) and an
 * algorithm of the profile.
 * @returns a check that throws errors.InvalidClientAuth
 */
export function checkAssertion({ now }: Pick<IdentityService, "now">) {
	return (ctx: KoaContextWithOIDC, claims: UnknownObject, header: UnknownObject): void => {
		const seconds = Number(claims.exp) - now().getTime() / 1000;
		if (!(seconds <= LIFETIME_SECONDS_MAX)) throw new errors.InvalidClientAuth("the assertion lives too long");
		if (!ctx.oidc.isFapi("2.0")) return;
		if (claims.aud !== ctx.oidc.issuer) throw new errors.InvalidClientAuth("the audience must be the issuer");
		if (!FAPI_ALGORITHMS.includes(header.alg)) throw new errors.InvalidClientAuth("the algorithm is not of FAPI 2.0");
	};
}

/** The subject that an assertion claims; its signature is not checked here. */
function clientOfAssertion(assertion: string): string | undefined {
	try {
		const payload: unknown = JSON.parse(Buffer.from(assertion.split(".")[1] ?? "", "base64url").toString("utf8"));
		const subject = typeof payload === "object" && payload !== null && "sub" in payload ? payload.sub : undefined;
		return typeof subject === "string" ? subject : undefined;
	} catch {
		return undefined;
	}
}

/** The library's configuration of mutual TLS (RFC 8705). */
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
