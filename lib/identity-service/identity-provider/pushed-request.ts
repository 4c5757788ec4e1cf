import { UnsecuredJWT } from "jose";
import { INTERACTION_SECONDS } from "../clients/lifetimes";
import type { IdentityService } from "../context/identity-service";

const REQUEST_URI = "urn:ietf:params:oauth:request_uri:";

/**
 * Sends the browser on with an authorization request that this service pushes itself (RFC 9126): what was asked for is in
 * no address, and is answered once. The redirect is a GET, which brings the cookies of a browser that is signed in; a form
 * of another site brings none.
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
	return new Response(null, { status: 303, headers: { location: location.href, "cache-control": "no-store" } });
}
