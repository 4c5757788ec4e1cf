import type Provider from "oidc-provider";
import type { Client, KoaContextWithOIDC } from "oidc-provider";
import type { IdentityService } from "../context/identity-service";
import { cookieOptions } from "../sessions/browser-session";
import { endSession } from "../sessions/end-sessions";
import { redirectPastOthers } from "./tell-applications";

const LOGOUT_PATH = "/oidc/logout";

/**
 * OpenID Connect RP-Initiated Logout 1.0. A valid ID token proves that the request comes from an application the user
 * signed in to: the session ends at once, without a page in between. Anything else is left to the library, which asks
 * the user, or refuses.
 */
export function logout(service: IdentityService, provider: Provider) {
	return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
		if (ctx.method !== "GET" || ctx.path !== LOGOUT_PATH) return next();
		const hint = await readHint(provider, textParameter(ctx, "id_token_hint"), textParameter(ctx, "client_id"));
		if (hint === "invalid") return next();
		const client = hint?.client ?? (await provider.Client.find(textParameter(ctx, "client_id") ?? ""));
		const target = returnAddress(service, client, ctx);
		if (!target) return next();
		const session = await provider.Session.get(ctx);
		const own = session.accountId ? session.uid : undefined;
		if (own && session.accountId !== hint?.userId) return next();
		const uids = new Set([own, hint?.sessionUid].filter((uid) => uid !== undefined));
		const ended = await Promise.all([...uids].map((uid) => endSession(service, provider, uid)));
		ctx.cookies.set(provider.cookieName("session"), null, cookieOptions(service.config));
		ctx.set("cache-control", "no-store");
		ctx.status = 303;
		await redirectPastOthers(service, ctx, ended, target);
	};
}

type Hint = { client: Client; userId: string; sessionUid: string | undefined };

/** Reads an ID token of ours; one that has expired still names its session. */
async function readHint(
	provider: Provider,
	idToken: string | undefined,
	clientId: string | undefined,
): Promise<Hint | "invalid" | undefined> {
	if (idToken === undefined) return undefined;
	try {
		const audience = audienceOf(idToken);
		const client = await provider.Client.find(audience);
		if (!client || (clientId !== undefined && clientId !== audience)) return "invalid";
		const { payload } = await provider.IdToken.validate(idToken, client);
		const { sub, sid } = payload;
		if (typeof sub !== "string") return "invalid";
		return { client, userId: sub, sessionUid: typeof sid === "string" ? sid : undefined };
	} catch {
		return "invalid";
	}
}

/** The audience as the token claims it; the signature is checked with the client that it names. */
function audienceOf(idToken: string): string {
	const payload: unknown = JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString("utf8"));
	const audience = typeof payload === "object" && payload !== null && "aud" in payload ? payload.aud : undefined;
	return typeof audience === "string" ? audience : "";
}

/** Where to send the browser: the client's registered address, else our own page; null for an unregistered one. */
function returnAddress(
	service: IdentityService,
	client: Client | undefined,
	ctx: KoaContextWithOIDC,
): string | undefined {
	const asked = textParameter(ctx, "post_logout_redirect_uri");
	if (asked === undefined || !client) return new URL("oidc/logout/success", service.config.issuer).href;
	if (!client.postLogoutRedirectUriAllowed(asked)) return undefined;
	const state = textParameter(ctx, "state");
	const address = new URL(asked);
	if (state !== undefined) address.searchParams.append("state", state);
	return address.href;
}

function textParameter(ctx: KoaContextWithOIDC, name: string): string | undefined {
	const value = ctx.query[name];
	return typeof value === "string" && value !== "" ? value : undefined;
}
