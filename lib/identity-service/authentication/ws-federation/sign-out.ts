import type { IdentityService } from "../../identity-service";
import type { ClientRow } from "../../store/clients";
import { absoluteUris } from "../clients/absolute-uris";
import { endBrowserSession } from "../logout/end-browser-session";
import { isReturnAddress } from "../logout/return-address";

/**
 * `wa=wsignout1.0` and `wsignoutcleanup1.0` (WS-Federation 1.2 section 13.2.4): ends the browser's session without asking,
 * and leads to an address of the client, or to the service's own page.
 */
export async function signOut(
	service: IdentityService,
	request: Request,
	client: ClientRow | null,
	reply: string | null,
): Promise<Response> {
	const headers = await endBrowserSession(service, request);
	const isOwn = client !== null && reply !== null && isAddressOf(service, client, reply);
	headers.set("location", isOwn ? reply : new URL("oidc/logout/success", service.config.issuer).href);
	headers.set("cache-control", "no-store");
	return new Response(null, { status: 303, headers });
}

function isAddressOf(service: IdentityService, client: ClientRow, reply: string): boolean {
	if (isReturnAddress(absoluteUris(service, client.logout_uris), reply)) return true;
	return absoluteUris(service, client.redirect_uris).includes(reply);
}
