import { randomBytes } from "node:crypto";
import { samlSettingsOf, wsFederationSettingsOf } from "../../clients/addon-settings";
import { absoluteUris } from "../../clients/addresses";
import { findServiceClient, isFapiClient } from "../../clients/service-client";
import type { IdentityService } from "../../context/identity-service";
import { messageRefusal, type Refusal } from "../../http/refusal";
import { singleValue } from "../../http/request-parameters";
import { clientRealm } from "../../identity-provider/entity";
import { type FederatedRequest, toAuthorization, toPushedRequest } from "../../identity-provider/federated-request";
import { PUSHED_SCOPE_PARAMETER } from "../../oidc/grants";
import { tokenOnlyToLibrary } from "../../oidc/implicit";
import { namedApis } from "../../oidc/resource-servers";
import type { ClientRow } from "../../store/clients";
import { contextOf } from "../../ws-federation/passive-endpoint";
import { PROVIDER_SIGN_IN_PARAMETER } from "../connection-extension";
import { providerSignIns } from "../provider-sign-in";
import type { SamlConnection } from "../saml-connection";

const DEFAULT_SCOPE = "openid profile email";

/**
 * Continues an IdP-initiated sign-in with a request of the connection's default application, by that application's
 * protocol. The response is unsolicited, so nothing binds it to this browser.
 * @param saveSignIn called with the client ID after all checks. @returns the token of the saved sign-in
 * @throws Refusal
 */
export async function continueIdpInitiated(
	service: IdentityService,
	connection: SamlConnection,
	relayState: string | null,
	saveSignIn: (clientId: string) => Promise<string>,
): Promise<Response> {
	const { client_id: clientId = "", client_protocol: protocol = "oidc" } = connection.options.idpinitiated ?? {};
	const client = await findServiceClient(service, clientId);
	if (!client || !connection.clientIds.includes(client.client_id)) throw notConfigured();
	const signIn = async () => providerSignIns.seal(service, { token: await saveSignIn(client.client_id), clientId });
	if (protocol === "oidc") {
		const parameters = await authorizationParameters(service, connection, client);
		return toPushedRequest(service, clientId, { ...parameters, [PROVIDER_SIGN_IN_PARAMETER]: await signIn() });
	}
	const request = federatedRequest(service, protocol === "wsfed" ? "wsfed" : "samlp", client, relayState);
	return toAuthorization(service, request, { prompt: "login", provider_sign_in: await signIn() });
}

function federatedRequest(
	service: IdentityService,
	protocol: FederatedRequest["protocol"],
	client: ClientRow,
	relayState: string | null,
): FederatedRequest {
	const replyTo = absoluteUris(service, client.redirect_uris).find((uri) => /^https?:\/\//.test(uri));
	const settings = protocol === "wsfed" ? wsFederationSettingsOf(client) : samlSettingsOf(client);
	if (replyTo === undefined || !settings) throw notConfigured();
	const own =
		protocol === "wsfed"
			? { requester: clientRealm(client), state: contextOf(relayState) }
			: { requester: null, state: relayState };
	return { protocol, clientId: client.client_id, replyTo, inResponseTo: null, ...own };
}

/**
 * The authorization request that is configured for the connection's default application.
 * @throws Refusal where the application could not use the response
 */
async function authorizationParameters(
	service: IdentityService,
	{ options }: SamlConnection,
	client: ClientRow,
): Promise<Record<string, string>> {
	const { redirect_uri, audience, ...query } = authorizeQuery(options.idpinitiated?.client_authorizequery ?? "");
	const callbacks = absoluteUris(service, client.redirect_uris);
	const replyTo = redirect_uri ?? callbacks[0];
	if (replyTo === undefined) throw notConfigured();
	if (!callbacks.includes(replyTo)) {
		throw messageRefusal("The redirect_uri of the connection's query is not a callback URL of the application.");
	}
	const { response_type = "code", scope = DEFAULT_SCOPE } = query;
	const parameters = new URLSearchParams({ ...query, response_type, scope, redirect_uri: replyTo, prompt: "login" });
	tokenOnlyToLibrary(parameters);
	const responseType = parameters.get("response_type") ?? "";
	await requireResponseType(service, client, responseType);
	// The application has no nonce to compare, but without one this endpoint issues no ID token.
	if (responseType.split(" ").includes("id_token") && !parameters.has("nonce")) {
		parameters.set("nonce", randomBytes(16).toString("base64url"));
	}
	for (const api of namedApis(service, [audience ?? ""])) parameters.set("resource", api);
	parameters.set(PUSHED_SCOPE_PARAMETER, parameters.get("scope") ?? "");
	return Object.fromEntries(parameters);
}

/** @throws Refusal for a response type that the application may not use, and where it must begin by itself (PKCE) */
async function requireResponseType(service: IdentityService, client: ClientRow, responseType: string): Promise<void> {
	const known = await service.oidc().provider.Client.find(client.client_id);
	const sorted = responseType.split(" ").sort().join(" ");
	if (
		!known ||
		sorted === "none" ||
		!known.responseTypeAllowed(sorted as Parameters<typeof known.responseTypeAllowed>[0])
	) {
		throw notConfigured();
	}
	const needsProof = client.token_endpoint_auth_method === "none" && sorted.split(" ").includes("code");
	if (!needsProof && !isFapiClient(client)) return;
	throw messageRefusal("The default application must begin the sign-in itself: it requires PKCE.");
}

/** Parameters of the authorization request that the connection may set. */
const ALLOWED = ["redirect_uri", "response_type", "response_mode", "scope", "state", "nonce", "audience"] as const;

/** They would change the request's kind or its sender. Other names are ignored, as at `/authorize`. */
const REFUSED: readonly string[] = [
	...["client_id", "request", "request_uri", "prompt", "max_age", "id_token_hint", "login_hint", "claims", "resource"],
	...["code_challenge", "code_challenge_method", "dpop_jkt", "registration", "acr_values", "web_message_uri"],
	...["connection", "provider_sign_in", "federated_request", "pushed_scope", "token_only_scope", "screen_hint"],
];
/** Response modes that need no waiting page. */
const RESPONSE_MODES = ["query", "fragment", "form_post"];

/** Parses `client_authorizequery`. @throws Refusal for a parameter that an admin must not set */
function authorizeQuery(text: string): Partial<Record<(typeof ALLOWED)[number], string>> {
	const query = new URLSearchParams(text);
	const refused = [...query.keys()].find((name) => REFUSED.includes(name));
	if (refused) throw messageRefusal(`The connection's query must not set ${refused}.`);
	const read = ALLOWED.map((name) => [name, singleValue(query, name, "The connection's query")] as const);
	const parameters = Object.fromEntries(
		read.filter((entry): entry is [(typeof ALLOWED)[number], string] => !!entry[1]),
	);
	if (parameters.response_mode !== undefined && !RESPONSE_MODES.includes(parameters.response_mode)) {
		throw messageRefusal(
			"The connection's query has a response_mode that is not for sign-ins that begin at a provider.",
		);
	}
	return parameters;
}

/** With the vendor's sentence. */
function notConfigured(): Refusal {
	return messageRefusal("IdP-Initiated Default App Not Configured");
}
