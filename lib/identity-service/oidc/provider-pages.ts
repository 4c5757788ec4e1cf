import type { Client, KoaContextWithOIDC } from "oidc-provider";
import { isolated } from "@/lib/contract/name-or-id";
import { failureRefusal, logFailure } from "../http/failure";
import { oauthBody } from "../http/refusal";
import { type Html, html, trustedHtml } from "../pages/html";
import { PAGE_HEADERS, type Page, pageMarkup, pagePolicy } from "../pages/page";
import { SENTENCES } from "./library-sentences";

/** The library's route names of its logout, and the path of the service's own. */
const SIGN_OUT = /^(end_session|\/v2\/logout)/;

/**
 * Shown where a browser cannot be redirected to its application, for example for an unregistered redirect URI.
 * @param known in place of what the library's context holds
 */
export function renderErrorPage(
	ctx: KoaContextWithOIDC,
	problem: ProviderProblem,
	known?: { isSignedIn: boolean; application: string | undefined },
): void {
	const isSignOut = SIGN_OUT.test(ctx.oidc?.route ?? ctx.path);
	const { isSignedIn, application } = known ?? {
		isSignedIn: Boolean(ctx.oidc?.session?.accountId),
		application: ctx.oidc?.client?.clientName,
	};
	respondWith(ctx, providerProblemPage(problem, { isSignOut, isSignedIn, application }));
}

/**
 * Prompts before signing out, for a request that does not prove by an ID token that the user's application sent it.
 * @param form the library's form, which contains the CSRF token
 */
export function renderLogoutPage(ctx: KoaContextWithOIDC, form: string): void {
	const name = ctx.oidc.client?.clientName;
	const question = html`${name ? `${name} asks to sign you out. ` : null}Do you want to end your session with this service?`;
	respondWith(ctx, logoutPage(ctx, question, trustedHtml(form)));
}

/**
 * The same where no user is signed in, for the session in another browser that the request's ID token names.
 * @param secret the CSRF token
 */
export function renderOtherLogoutPage(ctx: KoaContextWithOIDC, secret: string, name: string | undefined): void {
	const question = html`You are not signed in here. ${name ?? "An application"} asks to end your session in another browser. Do you want to end it?`;
	const form = html`<form id="op.logoutForm" method="post" action="/oidc/logout/confirm">
<input type="hidden" name="xsrf" value="${secret}">
<input type="hidden" name="id_token_hint" value="${String(ctx.oidc.params?.id_token_hint)}">
</form>`;
	respondWith(ctx, logoutPage(ctx, question, form));
}

function logoutPage({ query }: KoaContextWithOIDC, question: Html, form: Html): Page {
	return {
		title: "Sign out",
		body: html`<p>${question}</p>
${form}
${query.federated === undefined ? null : html`<input type="hidden" form="op.logoutForm" name="federated">`}
<p class="actions"><button type="submit" form="op.logoutForm">Stay signed in</button>
<button class="primary" type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button></p>`,
	};
}

/** After a logout. The address can be opened at any time: where a user is signed in, the page states that. */
export async function renderSignedOutPage(ctx: KoaContextWithOIDC): Promise<void> {
	const { client, provider } = ctx.oidc;
	const { accountId } = await provider.Session.get(ctx);
	if (accountId) return renderStillSignedInPage(ctx, provider.issuer, client);
	const name = client?.clientName;
	respondWith(ctx, {
		title: "You are signed out",
		body: html`<p>${name ? `You were signed in to ${name}. ` : null}You can close this page, or <a href="/">go to the start page</a>.</p>`,
	});
}

/**
 * Where the user did not sign out.
 * @param client the application that requested it; the page links to its login URI, if it has one
 */
export function renderStillSignedInPage(ctx: KoaContextWithOIDC, issuer: string, client: Client | undefined): void {
	const { clientName, initiateLoginUri } = client ?? {};
	respondWith(ctx, {
		title: "You are still signed in",
		body: html`<p>Nothing was changed. ${backTo(issuer, clientName, initiateLoginUri)}</p>`,
	});
}

function backTo(issuer: string, name: string | undefined, address: string | undefined): Html {
	if (!name || !address) return html`You can close this page${name ? ` and go back to ${name}` : null}.`;
	const url = new URL(address);
	// OpenID Connect Core 1.0 section 4.
	url.searchParams.set("iss", issuer);
	return html`You can close this page, or <a href="${url.href}">go back to ${name}</a>.`;
}

function respondWith(ctx: KoaContextWithOIDC, page: Page): void {
	ctx.type = "html";
	ctx.set("cache-control", "private, no-store");
	ctx.body = pageMarkup(page, ctx.get("cookie"));
}

/** Why a browser cannot be redirected. */
export type ProviderProblem = {
	/** Code and sentence of RFC 6749 section 4.1.2.1; the sentence may quote the request. */
	error: string;
	description: string;
	/**
	 * "no-way-back": the address to return to after signing out is not registered. "failed": the service failed, and the
	 * description is in plain words.
	 */
	kind: "refused" | "expired" | "no-way-back" | "failed";
};

type Flow = {
	isSignOut: boolean;
	/** Whether the browser has a session, which a refused sign-out leaves unchanged. */
	isSignedIn: boolean;
	/** The application's name, where the service knows it. */
	application: string | undefined;
};

/** What happened in plain words, what the user can do, and the standard's words for the application's operator. */
function providerProblemPage(problem: ProviderProblem, flow: Flow): Page {
	const { error, description, kind } = problem;
	const { isSignOut, isSignedIn, application } = flow;
	const state = isSignedIn ? "You are still signed in." : "You are not signed in.";
	const title = application
		? `Signing ${isSignOut ? "out of" : "in to"} ${isolated(application)} cannot continue`
		: `This sign-${isSignOut ? "out" : "in"} cannot continue`;
	const name = application ? isolated(application) : "the application";
	const body =
		kind === "failed"
			? html`<p>${description}</p>
<p>If this page appears again, tell the administrator of this service.</p>`
			: html`<p>${reason(problem, flow)} ${isSignOut ? state : "Nothing was changed."}</p>
${isSignOut && isSignedIn ? html`<p><a href="/oidc/logout">Sign out here</a></p>` : null}
<p>Go back to ${name} and begin again. If this page appears again, tell the administrator of ${name}, with the details.</p>`;
	return {
		title,
		body: html`${body}
<details>
<summary>Details for the administrator of ${kind === "failed" ? "this service" : name}</summary>
<dl>
<dt>Error code</dt>
<dd><code>${error}</code></dd>
${kind === "failed" ? null : html`<dt>Description</dt>\n<dd>${description}</dd>`}
</dl>
</details>`,
	};
}

function reason({ error, kind }: ProviderProblem, { application }: Flow): string {
	const name = application ? isolated(application) : "The application";
	if (kind === "expired") return "It was left open for too long, was already used, or began in another browser.";
	if (kind === "no-way-back") {
		return `The URL to return to after signing out is not registered for ${application ? name : "the application"}. It could be someone else’s, so you stay here.`;
	}
	if (error === "invalid_client") return "The application that sent you here is not known to this service.";
	if (error === "invalid_redirect_uri") {
		return `${name} asked to send you to a URL that is not registered for it. It could be someone else’s, so you stay here.`;
	}
	return `${name} asked for it in a way that this service does not accept.`;
}

/** For the page of a sign-in or sign-out that cannot continue. @param out the library's response to programs */
export function failurePage(out: { error: string; error_description?: string }, error: unknown): ProviderProblem {
	if (out.error === "server_error") {
		const { code, message, details } = failureRefusal(error);
		return { error: code ?? out.error, description: details.page?.text ?? message, kind: "failed" };
	}
	return { error: out.error, description: out.error_description ?? out.error, kind: kindOf(out, error) };
}

function kindOf(out: { error_description?: string }, error: unknown): ProviderProblem["kind"] {
	if (error instanceof Error && error.name === "SessionNotFound") return "expired";
	return out.error_description === SENTENCES.unregisteredReturnAddress ? "no-way-back" : "refused";
}

/** Replaces the message and status of the library's "server error" by those of this service. */
export function shapeFailure(ctx: KoaContextWithOIDC, error: unknown): void {
	logFailure(ctx.oidc.route, error);
	const refusal = failureRefusal(error);
	ctx.body = oauthBody(refusal);
	ctx.status = refusal.status;
}

/**
 * The policy of the library's pages and the small ones here. The library adds the hash of its one script
 * (`response_mode=form_post`) to the empty `script-src`. Browsers apply `form-action` also to the redirects after a
 * form, which lead to applications.
 */
const POLICY = pagePolicy("'self' http: https:", { scripts: "script-src; " });

export async function setPagePolicy(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
	ctx.set(PAGE_HEADERS);
	ctx.set("content-security-policy", POLICY);
	await next();
}
