import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { browserSession } from "./browser-session";
import { endSession } from "./end-session";
import type { Participant } from "./participants";

/**
 * Ends the session of the browser that a request comes from, outside the library's own endpoints.
 * @returns the applications of SAML that had a part in it, none where no user was signed in, and the cookies that forget it
 */
export async function endBrowserSession(
	service: IdentityService,
	request: ServiceRequest,
): Promise<{ participants: Participant[]; cookies: string[] }> {
	const session = await browserSession(service, request);
	const ended = session.userId === null ? null : await endSession(service, service.oidc().provider, session.uid);
	return { participants: ended?.participants ?? [], cookies: session.forget() };
}
