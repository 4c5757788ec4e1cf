import type { CookiesSetOptions } from "oidc-provider";
import type { IdentityServiceConfig } from "../context/config";
import { deriveSecret } from "../keys/derived";
import type { ServiceSecrets } from "../keys/service-secrets";

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
