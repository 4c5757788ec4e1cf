import { UnsecuredJWT } from "jose";
import { z } from "zod";
import { FEDERATED_RESPONSE_TYPE } from "../clients/addon-settings";
import { INTERACTION_SECONDS } from "../clients/lifetimes";
import type { IdentityService } from "../context/identity-service";
import { seeOther } from "../http/respond";
import { sealedValues } from "../keys/sealed-values";

/** The parameter of an authorization request that carries what another protocol requested. Only this service can write one. */
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
	/** The client's name in this protocol, as the request has it; null: there was no request. */
	requester: z.string().nullable(),
	/** ID of the request; null: there was none, or it has none. */
	inResponseTo: z.string().nullable(),
	/** `RelayState` or `wctx`: goes back as it came. */
	state: z.string().nullable(),
	/** How to sign in, beyond what OpenID Connect has parameters for. */
	authnContext: requestedContext.optional(),
});
/** What an application requested by SAML or WS-Federation, checked: the response is made from it once a user has signed in. */
export type FederatedRequest = z.infer<typeof federatedRequest>;

/** Unsealed it is null for anything that this service has not written. */
export const federatedRequests = sealedValues("federated-request", federatedRequest);

/** How to sign in for it, in OpenID Connect's parameters (Core 1.0 section 3.1.2.1). */
export type SignInDemand = {
	prompt?: "login" | "none";
	/** Seconds since the last login. */
	max_age?: number;
	login_hint?: string;
	/** Name of an outside connection. */
	connection?: string;
	/** Who has signed in there already, sealed. */
	provider_sign_in?: string;
};

/** Goes on as an authorization request, whose response is one of the application's own protocol. */
export async function toAuthorization(
	service: IdentityService,
	request: FederatedRequest,
	{ max_age, ...demand }: SignInDemand = {},
): Promise<Response> {
	return toPushedRequest(service, request.clientId, {
		redirect_uri: request.replyTo,
		response_type: FEDERATED_RESPONSE_TYPE,
		response_mode: FEDERATED_RESPONSE_MODE,
		scope: "openid profile email",
		...demand,
		...(max_age === undefined ? {} : { max_age: String(max_age) }),
		[FEDERATED_REQUEST_PARAMETER]: await federatedRequests.seal(service, request),
	});
}

/**
 * Redirects the browser to an authorization request that this service pushes itself (RFC 9126): its parameters are in no
 * address, and it is used once. The redirect is a GET, which brings the cookies of a browser that is signed in; a form of
 * another site brings none.
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
