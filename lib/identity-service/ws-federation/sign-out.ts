import { absoluteUris } from "../clients/absolute-uris";
import { isReturnAddress } from "../clients/return-address";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { beginRound } from "../saml/logout-round";
import { endBrowserSession } from "../sessions/end-browser-session";
import type { ClientRow } from "../store/clients";

/**
 * `wa=wsignout1.0` and `wsignoutcleanup1.0` (WS-Federation 1.2 section 13.2.4): ends the browser's session without asking,
 * and leads to an address of the client, or to the service's own page, past the applications of SAML that want to hear
 * of it.
 */
export async function signOut(
	service: IdentityService,
	request: ServiceRequest,
	client: ClientRow | null,
	reply: string | null,
): Promise<Response> {
	const { participants, cookies } = await endBrowserSession(service, request);
	const isOwn = client !== null && reply !== null && isAddressOf(service, client, reply);
	const returnTo = isOwn ? reply : new URL("oidc/logout/success", service.config.issuer).href;
	const round = await beginRound(service, participants, { returnTo });
	const headers = new Headers({ location: round?.location ?? returnTo, "cache-control": "no-store" });
	for (const cookie of [...cookies, ...(round ? [round.cookie] : [])]) headers.append("set-cookie", cookie);
	return new Response(null, { status: 303, headers });
}

function isAddressOf(service: IdentityService, client: ClientRow, reply: string): boolean {
	if (isReturnAddress(absoluteUris(service, client.logout_uris), reply)) return true;
	return absoluteUris(service, client.redirect_uris).includes(reply);
}
