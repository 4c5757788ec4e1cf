import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { clientRefusal, missingParameter } from "../http/refusal";
import type { ClientRow } from "../store/clients";
import { clientOfAssertion } from "./client-assertion";
import { findServiceClient } from "./service-client";

/**
 * The specification, "Authentication": the method follows the client's configured one. The library takes a secret in
 * the header and in the body alike, so the way it came is compared here; the library then compares the secret itself.
 * @returns the client that the request names
 * @throws Refusal where the way is not the configured one
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

/** A certificate comes beside the request, so a request without any other sign may be a public client's or mTLS. */
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
