import type Provider from "oidc-provider";
import type { Client, KoaContextWithOIDC, Session } from "oidc-provider";
import type { IdentityService } from "../../identity-service";
import { deleteArtifactByUid } from "../../store/oidc-artifacts";
import { cookieOptions } from "../provider/cookies";
import { revokeGrant } from "../refresh-tokens/refresh-token-family";

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
		const isSignedIn = Boolean(session.accountId);
		if (isSignedIn && session.accountId !== hint?.userId) return next();
		if (hint?.sessionUid) await deleteArtifactByUid(service.database, "Session", hint.sessionUid);
		if (isSignedIn) await endSession(service, session);
		ctx.cookies.set(provider.cookieName("session"), null, cookieOptions(service.config));
		ctx.set("cache-control", "no-store");
		ctx.status = 303;
		ctx.redirect(target);
	};
}

/** Ends a session and what lives only as long as it: grants without a refresh token. */
export async function endSession(service: IdentityService, session: Session): Promise<void> {
	await session.destroy();
	await revokeGrantsOf(service, session);
}

/** The same of a session that no cookie names. */
export async function endSessionOf(service: IdentityService, provider: Provider, uid: string): Promise<void> {
	const session = await provider.Session.findByUid(uid);
	await deleteArtifactByUid(service.database, "Session", uid);
	if (session) await revokeGrantsOf(service, session);
}

async function revokeGrantsOf(service: IdentityService, session: Session): Promise<void> {
	for (const { grantId, persistsLogout } of Object.values(session.authorizations ?? {})) {
		if (grantId && !persistsLogout) await revokeGrant(service, grantId);
	}
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
