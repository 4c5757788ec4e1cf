import { type Client, errors, type KoaContextWithOIDC } from "oidc-provider";
import { webOriginsOf } from "../clients/web-origins";
import { answerErrorPage } from "./provider-pages";
import { messagePage, messagePolicy } from "./web-message-page";

/** OAuth 2.0 Web Message Response Mode (draft-sakimura-oauth-wmrm): the answer is posted to the window that asked. */
export const WEB_MESSAGE = "web_message";
/** The draft's way to post through a third window, by a parameter of this name, is not offered. */
export const RELAY_PARAMETER = "web_message_uri";

/**
 * Checks a request for an answer by message before anybody signs in for it.
 * @throws InvalidRequest, which is told on a page: there is nobody to post it to
 */
export function requireWebOrigin(ctx: KoaContextWithOIDC, relay: unknown): void {
	const { client, params } = ctx.oidc;
	if (params?.response_mode !== WEB_MESSAGE) return;
	if (relay === undefined && client && messageTarget(client, params.redirect_uri) !== null) return;
	throw refusal(relay === undefined ? NOT_REGISTERED : "web_message_uri is not supported");
}

const NOT_REGISTERED = "the origin of redirect_uri is not one of the client's web origins";

function refusal(description: string): errors.OIDCProviderError {
	return Object.assign(new errors.InvalidRequest(description), { allow_redirect: false });
}

/**
 * The one origin that an answer is posted to. Libraries listen on the page that asked and name an address of the same
 * origin as `redirect_uri`; so that origin it is, when the address is registered, which says that answers may go there,
 * and the origin is a web origin, which says that scripts there may have them.
 */
function messageTarget(client: Client, redirectUri: unknown): string | null {
	if (typeof redirectUri !== "string" || !client.redirectUris?.includes(redirectUri)) return null;
	const { origin } = new URL(redirectUri);
	return webOriginsOf(client).includes(origin) ? origin : null;
}

/** Also answers what the library refuses before it comes to the check above. */
export function answerByMessage(ctx: KoaContextWithOIDC, redirectUri: string, response: Record<string, unknown>): void {
	const { client } = ctx.oidc;
	const origin = client ? messageTarget(client, redirectUri) : null;
	if (!client || origin === null) {
		ctx.status = 400;
		answerErrorPage(ctx, { error: "invalid_request", description: NOT_REGISTERED, kind: "refused" });
		return;
	}
	ctx.status = 200;
	ctx.remove("x-frame-options");
	ctx.set("content-security-policy", messagePolicy(origin));
	ctx.set("cache-control", "private, no-store");
	ctx.type = "html";
	ctx.body = messagePage(client.clientName ?? client.clientId, { origin, response }, ctx.get("cookie"));
}
