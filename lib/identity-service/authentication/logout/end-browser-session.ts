import type { IdentityService } from "../../identity-service";
import { toNode } from "../endpoint/node-bridge";
import { cookieOptions } from "../provider/cookies";
import { authenticationOf } from "../provider/provider";
import type { Participant } from "../saml/logout/participants";
import { endSession } from "./end-session";

/**
 * Ends the session of the browser that a request comes from, outside the library's own endpoints.
 * @returns the applications of SAML that had a part in it, none where no user was signed in, and the cookies that forget it
 */
export async function endBrowserSession(
	service: IdentityService,
	request: Request,
): Promise<{ participants: Participant[]; cookies: string[] }> {
	const { provider } = authenticationOf(service);
	const { req, res } = toNode(service, { method: "GET", path: "oidc/logout", headers: request.headers });
	const ctx = provider.createContext(req, res);
	const session = await provider.Session.get(ctx);
	const ended = session.accountId ? await endSession(service, provider, session.uid) : null;
	ctx.cookies.set(provider.cookieName("session"), null, cookieOptions(service.config));
	return { participants: ended?.participants ?? [], cookies: [res.getHeader("set-cookie") ?? []].flat().map(String) };
}
