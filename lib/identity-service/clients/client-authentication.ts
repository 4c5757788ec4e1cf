import type { X509Certificate } from "node:crypto";
import { type Client, errors, type KoaContextWithOIDC, type UnknownObject } from "oidc-provider";
import type { IdentityService } from "../context/identity-service";
import { requestOf, runListener } from "../context/node-bridge";
import type { ServiceRequest } from "../context/service-request";
import { clientRefusal, missingParameter, Refusal } from "../http/refusal";
import { formOf } from "../http/request-parameters";
import type { ClientRow } from "../store/clients";
import { requireOrigin } from "./across-origins";
import { findServiceClient } from "./service-client";
import { acceptUserAddress } from "./user-address";

// How clients authenticate. The library checks their credentials, each once: in its own endpoints as a part of the
// request, for endpoints of this service at its revocation endpoint.

/** The client that a request names; null where there is none. @throws Refusal 400 for a request that names none */
export async function clientOfRequest(
	service: IdentityService,
	parameters: URLSearchParams,
	{ headers }: Pick<ServiceRequest, "headers">,
): Promise<ClientRow | null> {
	const authorization = headers.get("authorization");
	const clientId = authorization === null ? postedClientId(parameters) : basicClientId(authorization);
	if (clientId) return findServiceClient(service, clientId);
	if (authorization === null) throw missingParameter("client_id");
	return null;
}

/**
 * The step before an endpoint of the library, which then checks the credentials. The specification, "Authentication": a
 * client must use its configured method; the library accepts a secret in the header and in the body alike.
 * @throws Refusal 401 for an unknown client or another method, 400 for a script on an origin that is not the client's
 */
export function clientByLibrary(service: IdentityService, request: ServiceRequest): void {
	const { client, headers } = request;
	const presented = presentedMethods(formOf(request), headers.get("authorization"));
	if (!client || !presented.includes(client.token_endpoint_auth_method)) throw clientRefusal();
	requireOrigin(service, request, client);
}

const CREDENTIALS = ["client_id", "client_secret", "client_assertion", "client_assertion_type"];
const REVOCATION_PATH = "oauth/revoke";
/** Nothing is revoked, and no error is reported, for a token that does not exist (RFC 7009 section 2.2). */
const NO_TOKEN = "none";

/**
 * The step before an endpoint of this service: authenticates the client as the library's endpoints do.
 * @throws Refusal with their errors
 */
export async function authenticatedClient(service: IdentityService, request: ServiceRequest): Promise<void> {
	clientByLibrary(service, request);
	const form = new URLSearchParams([...formOf(request)].filter(([name]) => CREDENTIALS.includes(name)));
	form.set("token", NO_TOKEN);
	await service.keys.refresh();
	const response = await runListener(service.oidc().listener, service, request, {
		method: "POST",
		path: REVOCATION_PATH,
		form,
		accept: "application/json",
	});
	if (response.ok) return acceptUserAddress(request);
	const { error, error_description } = (await response.json()) as { error: string; error_description: string };
	const challenge = response.headers.get("www-authenticate");
	const details = challenge === null ? {} : { headers: { "www-authenticate": challenge } };
	throw new Refusal(response.status, error, error_description, details);
}

/** The result of `authenticatedClient`, as the library has it. */
export async function clientOf(service: IdentityService, request: ServiceRequest): Promise<Client> {
	const found = request.client && (await service.oidc().provider.Client.find(request.client.client_id));
	// Deleted since.
	if (!found) throw clientRefusal();
	return found;
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
 * RFC 7523 section 3): a near expiry, an audience that names no other endpoint and, for FAPI 2.0 clients, the issuer as
 * its one audience (section 5.3.2.1) and an algorithm of the profile.
 * @returns a check that throws errors.InvalidClientAuth
 */
export function checkAssertion({ now }: Pick<IdentityService, "now">) {
	return (ctx: KoaContextWithOIDC, claims: UnknownObject, header: UnknownObject): void => {
		const seconds = Number(claims.exp) - now().getTime() / 1000;
		if (!(seconds <= LIFETIME_SECONDS_MAX)) throw new errors.InvalidClientAuth("the assertion's lifetime is too long");
		// The library accepts the address of the endpoint where it checks the credentials, too.
		const { pathname } = requestOf(ctx).url;
		const audiences = [claims.aud].flat();
		const isForAnyEndpoint = audiences.includes(ctx.oidc.issuer) || audiences.includes(ctx.oidc.urlFor("token"));
		if (!isForAnyEndpoint && pathname.replace(/\/$/, "") !== ctx.path) {
			throw new errors.InvalidClientAuth("the audience is another endpoint");
		}
		if (!ctx.oidc.isFapi("2.0")) return;
		if (claims.aud !== ctx.oidc.issuer) throw new errors.InvalidClientAuth("the audience must be the issuer");
		if (!FAPI_ALGORITHMS.includes(header.alg))
			throw new errors.InvalidClientAuth("the algorithm is not one of FAPI 2.0");
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
