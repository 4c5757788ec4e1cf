import type { KoaContextWithOIDC } from "oidc-provider";
import { PAGE_STYLE_SOURCE } from "../../pages/page-style";

/**
 * Content security policy of the library's and our small pages: they need nothing but their one style. The library adds the
 * hash of its one script (`response_mode=form_post`) to the empty `script-src`. Browsers apply `form-action` to the
 * redirects behind a form too, which lead to applications.
 */
const POLICY = `default-src 'none'; script-src; style-src ${PAGE_STYLE_SOURCE}; base-uri 'none'; form-action 'self' http: https:; frame-ancestors 'none'`;

export async function setPagePolicy(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
	ctx.set("content-security-policy", POLICY);
	await next();
}
