import type { KoaContextWithOIDC } from "oidc-provider";
import { webOriginsOf } from "./web-origins";

export const OPENER_HEADER = "cross-origin-opener-policy";
export const OPENER_KEPT = "unsafe-none";
const AUTHORIZATION_ROUTES = ["authorization", "resume"];

/**
 * An answer with `Cross-Origin-Opener-Policy: same-origin` in a popup, a redirect too, cuts it for good from the window
 * that opened it, and then no answer finds its way there. So nothing between a request and its answer is cut for an
 * application that signs in from its pages' scripts; for all others everything is.
 */
export async function keepOpener(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
	await next();
	const client = ctx.oidc?.client;
	if (client && AUTHORIZATION_ROUTES.includes(ctx.oidc.route) && webOriginsOf(client).length > 0) {
		ctx.set(OPENER_HEADER, OPENER_KEPT);
	}
}
