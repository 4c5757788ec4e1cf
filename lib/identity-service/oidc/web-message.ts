import { type Client, errors, type KoaContextWithOIDC } from "oidc-provider";
import { isolated } from "@/lib/contract/name-or-id";
import { webOriginsOf } from "../clients/across-origins";
import { html, trustedHtml } from "../pages/html";
import { pageMarkup, pagePolicy, pageScript } from "../pages/page";
import { renderErrorPage } from "./provider-pages";

/** OAuth 2.0 Web Message Response Mode (draft-sakimura-oauth-wmrm): the response is posted to the requesting window. */
export const WEB_MESSAGE = "web_message";
/** The draft's relay mode, which posts through a third window named by this parameter, is not supported. */
export const RELAY_PARAMETER = "web_message_uri";

/**
 * Checks a request for a response by message before the user signs in.
 * @throws InvalidRequest, which is shown on a page: there is no window to post it to
 */
export function requireWebOrigin(ctx: KoaContextWithOIDC, relay: unknown): void {
	const { client, params } = ctx.oidc;
	if (params?.response_mode !== WEB_MESSAGE) return;
	if (relay === undefined && client && messageTarget(client, params.redirect_uri) !== null) return;
	const description = relay === undefined ? NOT_REGISTERED : "web_message_uri is not supported";
	throw Object.assign(new errors.InvalidRequest(description), { allow_redirect: false });
}

const NOT_REGISTERED = "the origin of redirect_uri is not one of the client's web origins";

/**
 * The one origin that a response is posted to: that of `redirect_uri`, since libraries listen on the requesting page and
 * name an address of its origin. The address must be registered, so that responses may be sent there, and its origin
 * must be a web origin, so that scripts there may read them.
 */
function messageTarget(client: Client, redirectUri: unknown): string | null {
	if (typeof redirectUri !== "string" || !client.redirectUris?.includes(redirectUri)) return null;
	const { origin } = new URL(redirectUri);
	return webOriginsOf(client).includes(origin) ? origin : null;
}

/** Also renders errors that the library throws before the check above. */
export function respondByWebMessage(
	ctx: KoaContextWithOIDC,
	redirectUri: string,
	response: Record<string, unknown>,
): void {
	const { client } = ctx.oidc;
	const origin = client ? messageTarget(client, redirectUri) : null;
	if (!client || origin === null) {
		ctx.status = 400;
		renderErrorPage(ctx, { error: "invalid_request", description: NOT_REGISTERED, kind: "refused" });
		return;
	}
	ctx.status = 200;
	ctx.remove("x-frame-options");
	const policy = { scripts: `script-src ${SCRIPT.source}; `, frameAncestors: origin };
	ctx.set("content-security-policy", pagePolicy("'none'", policy));
	ctx.set("cache-control", "private, no-store");
	ctx.type = "html";
	ctx.body = messagePage(client.clientName ?? client.clientId, origin, response, ctx.get("cookie"));
}

export const OPENER_HEADER = "cross-origin-opener-policy";
export const OPENER_KEPT = "unsafe-none";

/**
 * A response (or redirect) with `Cross-Origin-Opener-Policy: same-origin` in a popup cuts it off from its opener for
 * good, so that no message reaches the opener. An application that signs in from its pages' scripts therefore keeps the
 * opener in every response of its sign-in; all other applications keep it in none.
 */
export async function keepOpener(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
	await next();
	const client = ctx.oidc?.client;
	if (client && webOriginsOf(client).length > 0) ctx.set(OPENER_HEADER, OPENER_KEPT);
}

/**
 * A frame posts to its parent; a popup to its opener, and closes itself a second later: libraries check each second
 * whether it was closed, and a busy page would see that before the message. The message is in attributes, so that the
 * script is always the same and never contains a part of a request.
 */
const SCRIPT = pageScript(`const answer = document.getElementById("answer");
const isFramed = window.parent !== window;
const target = isFramed ? window.parent : window.opener;
const { response, origin } = answer.dataset;
answer.remove();
if (target) target.postMessage({ type: "authorization_response", response: JSON.parse(response) }, origin);
if (!isFramed) setTimeout(() => window.close(), 1000);
`);

/**
 * The page that posts an authorization response, or an error, to the requesting window.
 * @param origin the exact one, so that the browser drops the message where another page has replaced the window's
 * @param cookies the request's Cookie header
 */
function messagePage(application: string, origin: string, response: object, cookies: string): string {
	const body = html`<p>This window is no longer needed. You can close it and go back to <bdi>${application}</bdi>.</p>
<div id="answer" data-origin="${origin}" data-response="${JSON.stringify(response)}"></div>
<script>${trustedHtml(SCRIPT.text)}</script>`;
	return pageMarkup({ title: `Back to ${isolated(application)}`, body }, cookies);
}
