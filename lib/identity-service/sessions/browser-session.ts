import type { CookiesSetOptions } from "oidc-provider";
import type { IdentityServiceConfig } from "../context/config";
import type { IdentityService } from "../context/identity-service";
import { toNode } from "../context/node-bridge";
import type { ServiceRequest } from "../context/service-request";
import { deriveSecret } from "../keys/derived";
import type { ServiceSecrets } from "../keys/service-secrets";

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

/**
 * Cookies ignore ports, so on http, where several installations share "localhost", the port is part of the name:
 * `identity-service.session.3000`.
 */
export function cookieNames(config: IdentityServiceConfig): Record<"session" | "interaction" | "resume", string> {
	const { protocol, port } = new URL(config.issuer);
	const suffix = protocol === "http:" ? `.${port || "80"}` : "";
	return {
		session: `identity-service.session${suffix}`,
		interaction: `identity-service.login${suffix}`,
		resume: `identity-service.resume${suffix}`,
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

/** The first signs; what another one signed is taken too, and signed anew. */
export function cookieKeys({ known }: ServiceSecrets): string[] {
	return known.map((secret) => deriveSecret(secret, "authentication-cookies"));
}
