import type { CookiesSetOptions } from "oidc-provider";
import type { IdentityServiceConfig } from "../context/config";
import type { IdentityService } from "../context/identity-service";
import { toNode } from "../context/node-bridge";
import type { ServiceRequest } from "../context/service-request";
import { cookieName } from "../http/cookie";
import { deriveSecret } from "../keys/derived";
import type { ServiceSecrets } from "../keys/service-secrets";

/** The session of the browser that a request comes from, outside the library's own endpoints. */
export async function browserSession(service: IdentityService, request: ServiceRequest) {
	const { provider } = service.oidc();
	const { req, res } = toNode(service, request, { method: "GET", path: "authorize" });
	const context = provider.createContext(req, res);
	const { uid, accountId } = await provider.Session.get(context);
	return {
		/** `sid` of ID tokens. */
		uid,
		/** Null: no user is signed in. */
		userId: accountId ?? null,
		/** @returns the Set-Cookie lines that delete the session's cookie */
		forget(): string[] {
			context.cookies.set(provider.cookieName("session"), null, cookieOptions(service.config));
			return [res.getHeader("set-cookie") ?? []].flat().map(String);
		},
	};
}

/**
 * The library's cookies. On https the session's has a name that browsers accept from this host alone, for all paths; the
 * others have a path.
 */
export function cookieNames({ issuer }: IdentityServiceConfig): Record<"session" | "interaction" | "resume", string> {
	return {
		session: cookieName(issuer, "identity-service.session", "/"),
		interaction: cookieName(issuer, "identity-service.login"),
		resume: cookieName(issuer, "identity-service.resume"),
	};
}

/** Attributes of every cookie of the service; values are signed. */
export function cookieOptions(config: IdentityServiceConfig): CookiesSetOptions {
	return {
		httpOnly: true,
		sameSite: "lax",
		secure: config.issuer.startsWith("https:"),
		signed: true,
		overwrite: true,
	};
}

/** The first one signs; cookies signed with the others are accepted, and signed again. */
export function cookieKeys({ known }: ServiceSecrets): string[] {
	return known.map((secret) => deriveSecret(secret, "authentication-cookies"));
}
