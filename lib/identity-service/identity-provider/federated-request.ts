import { UnsecuredJWT } from "jose";
import { z } from "zod";
import { FEDERATED_RESPONSE_TYPE } from "../clients/addon-settings";
import { INTERACTION_SECONDS } from "../clients/lifetimes";
import type { IdentityService } from "../context/identity-service";
import { seeOther } from "../http/respond";
import { sealedValues } from "../keys/sealed-values";

/** The parameter of an authorization request that holds a request of another protocol, sealed by this service. */
export const FEDERATED_REQUEST_PARAMETER = "federated_request";
/** The response goes to the application in a page that posts itself. */
export const FEDERATED_RESPONSE_MODE = "federated";

const REQUEST_URI = "urn:ietf:params:oauth:request_uri:";
export const CONTEXT_COMPARISONS = ["exact", "minimum", "maximum", "better"] as const;

/** SAML core 2.0 section 3.3.2.2.1. */
const requestedContext = z.strictObject({ comparison: z.enum(CONTEXT_COMPARISONS), classRefs: z.array(z.string()) });
export type RequestedContext = z.infer<typeof requestedContext>;

const federatedRequest = z.strictObject({
	protocol: z.enum(["samlp", "wsfed"]),
	clientId: z.string(),
	/** One of the client's callbacks. */
	replyTo: z.string(),
	/** The client's name in this protocol, as the request states it; null: unsolicited. */
	requester: z.string().nullable(),
	/** ID of the request; null: unsolicited, or the request has none. */
	inResponseTo: z.string().nullable(),
	/** `RelayState` or `wctx`, returned unchanged. */
	state: z.string().nullable(),
	/** How to sign in, beyond what OpenID Connect has parameters for. */
	authnContext: requestedContext.optional(),
});
/** A validated request by SAML or WS-Federation, from which the response is made once the user has signed in. */
export type FederatedRequest = z.infer<typeof federatedRequest>;

/** Unsealing gives null for anything that this service has not sealed. */
export const federatedRequests = sealedValues("federated-request", federatedRequest);

/** How the user is to sign in, in OpenID Connect's parameters (Core 1.0 section 3.1.2.1). */
export type SignInParameters = {
	prompt?: "login" | "none";
	/** Seconds since the last login. */
	max_age?: number;
	login_hint?: string;
	/** Name of an outside connection. */
	connection?: string;
	/** The sign-in at that connection that has already succeeded, sealed. */
	provider_sign_in?: string;
};

/** Continues as an authorization request, whose response is sent in the application's own protocol. */
export async function toAuthorization(
	service: IdentityService,
	request: FederatedRequest,
	{ max_age, ...parameters }: SignInParameters = {},
): Promise<Response> {
	return toPushedRequest(service, request.clientId, {
		redirect_uri: request.replyTo,
		response_type: FEDERATED_RESPONSE_TYPE,
		response_mode: FEDERATED_RESPONSE_MODE,
		scope: "openid profile email",
		...parameters,
		...(max_age === undefined ? {} : { max_age: String(max_age) }),
		[FEDERATED_REQUEST_PARAMETER]: await federatedRequests.seal(service, request),
	});
}

/**
 * Redirects the browser to an authorization request that this service pushes itself (RFC 9126): single use, and without
 * its parameters in an address. The redirect is a GET, with which the browser sends its session cookies; it sends none
 * with a form of another site.
 */
export async function toPushedRequest(
	service: IdentityService,
	clientId: string,
	parameters: Record<string, string>,
): Promise<Response> {
	const { provider } = service.oidc();
	const pushed = new provider.PushedAuthorizationRequest({
		request: new UnsecuredJWT({ ...parameters, client_id: clientId })
			.setIssuer(clientId)
			.setAudience(service.config.issuer)
			.encode(),
	});
	const location = new URL("authorize", service.config.issuer);
	location.searchParams.set("client_id", clientId);
	location.searchParams.set("request_uri", `${REQUEST_URI}${await pushed.save(INTERACTION_SECONDS)}`);
	return seeOther(location);
}
