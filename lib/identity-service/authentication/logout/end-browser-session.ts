import type { IdentityService } from "../../identity-service";
import { toNode } from "../endpoint/node-bridge";
import { cookieOptions } from "../provider/cookies";
import { authenticationOf } from "../provider/provider";
import { endSession } from "./logout";

/**
 * Ends the session of the browser that a request comes from, outside the library's own endpoints.
 * @returns headers with the cookie that forgets it
 */
export async function endBrowserSession(service: IdentityService, request: Request): Promise<Headers> {
	const { provider } = authenticationOf(service);
	const { req, res } = toNode(service, { method: "GET", path: "oidc/logout", headers: request.headers });
	const ctx = provider.createContext(req, res);
	const session = await provider.Session.get(ctx);
	if (session.accountId) await endSession(service, session);
	ctx.cookies.set(provider.cookieName("session"), null, cookieOptions(service.config));
	const cookies = [res.getHeader("set-cookie") ?? []].flat().map(String);
	return new Headers(cookies.map((cookie): [string, string] => ["set-cookie", cookie]));
}
