import { UnsecuredJWT } from "jose";
import type { IdentityService } from "../../identity-service";
import { INTERACTION_SECONDS } from "../provider/lifetimes";
import { authenticationOf } from "../provider/provider";
import {
	FEDERATED_REQUEST_PARAMETER,
	FEDERATED_RESPONSE_MODE,
	type FederatedRequest,
	sealFederatedRequest,
} from "./federated-request";
import { FEDERATED_RESPONSE_TYPE } from "./response-type";

const REQUEST_URI = "urn:ietf:params:oauth:request_uri:";

/** How to sign in for it, in OpenID Connect's words (Core 1.0 section 3.1.2.1). */
export type SignInDemand = {
	prompt?: "login" | "none";
	/** Seconds since the last login. */
	max_age?: number;
	login_hint?: string;
};

/**
 * Goes on as an authorization request, which is pushed (RFC 9126): what was asked for is in no address, and is answered
 * once. The redirect is a GET, which brings the cookies of a browser that is signed in; a form of another site brings none.
 */
export async function toAuthorization(
	service: IdentityService,
	request: FederatedRequest,
	{ max_age, ...demand }: SignInDemand = {},
): Promise<Response> {
	const { provider } = authenticationOf(service);
	const sealed = await sealFederatedRequest(service, request);
	const pushed = new provider.PushedAuthorizationRequest({
		request: new UnsecuredJWT({
			client_id: request.clientId,
			redirect_uri: request.replyTo,
			response_type: FEDERATED_RESPONSE_TYPE,
			response_mode: FEDERATED_RESPONSE_MODE,
			scope: "openid profile email",
			...demand,
			...(max_age === undefined ? {} : { max_age: String(max_age) }),
			[FEDERATED_REQUEST_PARAMETER]: sealed,
		})
			.setIssuer(request.clientId)
			.setAudience(service.config.issuer)
			.encode(),
	});
	const location = new URL("authorize", service.config.issuer);
	location.searchParams.set("client_id", request.clientId);
	location.searchParams.set("request_uri", `${REQUEST_URI}${await pushed.save(INTERACTION_SECONDS)}`);
	return new Response(null, { status: 303, headers: { location: location.href, "cache-control": "no-store" } });
}
