import type { KoaContextWithOIDC } from "oidc-provider";
import { html, trustedHtml } from "../pages/html";
import { type Page, pageMarkup } from "../pages/page";
import { type ProviderProblem, providerProblemPage } from "./provider-problem";

/** The library's names of its logout, and the path of the service's own. */
const SIGN_OUT = /^(end_session|\/v2\/logout)/;

/**
 * Shown where a browser cannot be sent back to its application, for example for an unregistered redirect URI.
 * @param known what the library's context does not hold
 */
export function answerErrorPage(
	ctx: KoaContextWithOIDC,
	problem: ProviderProblem,
	known?: { isSignedIn: boolean; application: string | undefined },
): void {
	const isSignOut = SIGN_OUT.test(ctx.oidc?.route ?? ctx.path);
	const { isSignedIn, application } = known ?? {
		isSignedIn: Boolean(ctx.oidc?.session?.accountId),
		application: ctx.oidc?.client?.clientName,
	};
	answerWith(ctx, providerProblemPage(problem, { isSignOut, isSignedIn, application }));
}

/**
 * Asks before signing out, for a request that does not prove (by an ID token) that it comes from the user's application.
 * @param form the library's form, which carries the token against forgery
 */
export function answerLogoutPage(ctx: KoaContextWithOIDC, form: string): void {
	const name = ctx.oidc.client?.clientName;
	answerWith(ctx, {
		title: "Sign out",
		body: html`<p>${name ? `${name} asks to sign you out. ` : null}Do you want to end your session with this service?</p>
${trustedHtml(form)}
${ctx.query.federated === undefined ? null : html`<input type="hidden" form="op.logoutForm" name="federated">`}
<p class="actions"><button type="submit" form="op.logoutForm">Stay signed in</button>
<button class="primary" type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button></p>`,
	});
}

export function answerSignedOutPage(ctx: KoaContextWithOIDC): void {
	const name = ctx.oidc.client?.clientName;
	answerWith(ctx, {
		title: "You are signed out",
		body: html`<p>${name ? `You were signed in to ${name}. ` : null}You can close this page, or <a href="/">go to the start page</a>.</p>`,
	});
}

function answerWith(ctx: KoaContextWithOIDC, page: Page): void {
	ctx.type = "html";
	ctx.set("cache-control", "private, no-store");
	ctx.body = pageMarkup(page, ctx.get("cookie"));
}
