import type { IdentityService } from "../../identity-service";
import type { ServiceRequest } from "../../service-request";
import { browserSession } from "../provider/browser-session";
import type { Participant } from "../saml/logout/participants";
import { endSession } from "./end-session";

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
