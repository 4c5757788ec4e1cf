import type Provider from "oidc-provider";
import type { KoaContextWithOIDC } from "oidc-provider";
import type { IdentityService } from "../context/identity-service";
import { cookieOptions } from "../sessions/browser-session";

const RESUME_PATH = /^\/authorize\/([\w-]+)$/;

/** The library leaves a finished login's cookie to its expiry; removed, it does not pile up in the browser. */
export function forgetLoginCookie(service: IdentityService, provider: Provider) {
	return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
		await next();
		const uid = RESUME_PATH.exec(ctx.path)?.[1];
		if (!uid || ctx.status !== 303) return;
		const path = `/login/${uid}`;
		// After the login comes the question of consent: its cookie has the same name, and would be overwritten.
		const target = new URL(ctx.response.get("location"), service.config.issuer);
		if (target.pathname.startsWith("/login/") && target.origin === new URL(service.config.issuer).origin) return;
		ctx.cookies.set(provider.cookieName("interaction"), null, { ...cookieOptions(service.config), path });
	};
}
