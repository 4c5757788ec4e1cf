import type { IdentityService } from "../context/identity-service";
import { toNode } from "../context/node-bridge";
import type { ServiceRequest } from "../context/service-request";
import { cookieOptions } from "./cookies";

export type BrowserSession = {
	/** `sid` of ID tokens. */
	uid: string;
	/** Null: nobody is signed in. */
	userId: string | null;
	/** @returns the Set-Cookie lines that take the session out of the browser */
	forget: () => string[];
};

/** The session of the browser that a request comes from, outside the library's own endpoints. */
export async function browserSession(service: IdentityService, request: ServiceRequest): Promise<BrowserSession> {
	const { provider } = service.oidc();
	const { req, res } = toNode(service, request, { method: "GET", path: "authorize" });
	const context = provider.createContext(req, res);
	const { uid, accountId } = await provider.Session.get(context);
	return {
		uid,
		userId: accountId ?? null,
		forget() {
			context.cookies.set(provider.cookieName("session"), null, cookieOptions(service.config));
			return [res.getHeader("set-cookie") ?? []].flat().map(String);
		},
	};
}
