import type { KoaContextWithOIDC } from "oidc-provider";
import { PAGE_HEADERS, pagePolicy } from "../pages/page";

/**
 * What the library's and our small pages may do. The library adds the hash of its one script
 * (`response_mode=form_post`) to the empty `script-src`. Browsers apply `form-action` to the redirects behind a form
 * too, which lead to applications.
 */
const POLICY = pagePolicy("'self' http: https:", { scripts: "script-src; " });

export async function setPagePolicy(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
	ctx.set(PAGE_HEADERS);
	ctx.set("content-security-policy", POLICY);
	await next();
}
