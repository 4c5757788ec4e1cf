import { randomBytes } from "node:crypto";
import { absoluteUris } from "../../clients/addresses";
import { isFapiClient } from "../../clients/fapi";
import type { IdentityService } from "../../context/identity-service";
import { messageRefusal } from "../../http/refusal";
import { toPushedRequest } from "../../identity-provider/federated-request";
import { PUSHED_SCOPE_PARAMETER } from "../../oidc/grants";
import { tokenOnlyToLibrary } from "../../oidc/implicit";
import { absoluteAudience } from "../../oidc/resource-servers";
import type { ClientRow } from "../../store/clients";
import { PROVIDER_SIGN_IN_PARAMETER } from "../connection-parameters";
import type { SamlConnection } from "../saml-connection";
import { authorizeQuery } from "./authorize-query";
import { notConfigured } from "./not-configured";

const DEFAULT_SCOPE = "openid profile email";

/**
 * Pushes the authorization request that the connection has for its default application (RFC 9126).
 * @param carried who has signed in, sealed; asked for once nothing is in the way
 * @throws Refusal where the application could do nothing with the answer
 */
export async function pushedForApplication(
	service: IdentityService,
	{ options }: SamlConnection,
	client: ClientRow,
	carried: () => Promise<string>,
): Promise<Response> {
	const { redirect_uri, audience, ...query } = authorizeQuery(options.idpinitiated?.client_authorizequery ?? "");
	const callbacks = absoluteUris(service, client.redirect_uris);
	const replyTo = redirect_uri ?? callbacks[0];
	if (replyTo === undefined) throw notConfigured();
	if (!callbacks.includes(replyTo)) {
		throw messageRefusal("The redirect_uri of the connection's query is no callback URL of the application.");
	}
	const { response_type = "code", scope = DEFAULT_SCOPE } = query;
	const asked = new URLSearchParams({ ...query, response_type, scope, redirect_uri: replyTo, prompt: "login" });
	tokenOnlyToLibrary(asked);
	await requireBegunHere(service, client, asked.get("response_type") ?? "");
	// Nobody asked, so nobody has a nonce to compare; without one there is no ID token from this endpoint at all.
	if (isWithIdToken(asked) && !asked.has("nonce")) asked.set("nonce", randomBytes(16).toString("base64url"));
	if (audience) asked.set("resource", absoluteAudience(service, audience));
	asked.set(PUSHED_SCOPE_PARAMETER, asked.get("scope") ?? "");
	asked.set(PROVIDER_SIGN_IN_PARAMETER, await carried());
	return toPushedRequest(service, client.client_id, Object.fromEntries(asked));
}

/** @throws Refusal for a response type that is not the application's, and where it must prove that it has begun */
async function requireBegunHere(service: IdentityService, client: ClientRow, responseType: string): Promise<void> {
	const known = await service.oidc().provider.Client.find(client.client_id);
	const wanted = responseType.split(" ").sort().join(" ");
	if (
		!known ||
		wanted === "none" ||
		!known.responseTypeAllowed(wanted as Parameters<typeof known.responseTypeAllowed>[0])
	) {
		throw notConfigured();
	}
	const needsProof = client.token_endpoint_auth_method === "none" && wanted.split(" ").includes("code");
	if (!needsProof && !isFapiClient(client)) return;
	throw messageRefusal("The default application must begin the sign-in itself: it proves by PKCE that it has begun.");
}

function isWithIdToken(asked: URLSearchParams): boolean {
	return asked.get("response_type")?.split(" ").includes("id_token") ?? false;
}
