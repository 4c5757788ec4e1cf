import type { IdentityService } from "../../identity-service";
import { toNode } from "../endpoint/node-bridge";
import { cookieOptions } from "../provider/cookies";
import { authenticationOf } from "../provider/provider";
import { endSession } from "./logout";

/**
 * Ends the session of the browser that a request comes from, outside the library's own endpoints.
 * @returns which one that was, null where nobody was signed in, and the cookies that forget it
 */
export async function endBrowserSession(
	service: IdentityService,
	request: Request,
): Promise<{ sessionUid: string | null; cookies: string[] }> {
	const { provider } = authenticationOf(service);
	const { req, res } = toNode(service, { method: "GET", path: "oidc/logout", headers: request.headers });
	const ctx = provider.createContext(req, res);
	const session = await provider.Session.get(ctx);
	const sessionUid = session.accountId ? session.uid : null;
	if (sessionUid !== null) await endSession(service, session);
	ctx.cookies.set(provider.cookieName("session"), null, cookieOptions(service.config));
	return { sessionUid, cookies: [res.getHeader("set-cookie") ?? []].flat().map(String) };
}
