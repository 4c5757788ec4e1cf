import { decodeJwt } from "jose";
import type Provider from "oidc-provider";
import type { Client, KoaContextWithOIDC } from "oidc-provider";
import { isReturnAddress } from "../clients/addresses";
import { beginAtProvider } from "../connections/logout/provider-logout";
import type { IdentityService } from "../context/identity-service";
import { renderErrorPage } from "../oidc/provider-pages";
import { beginSingleLogout } from "../saml/logout-flow";
import { cookieOptions } from "../sessions/browser-session";
import { endSession } from "../sessions/end-session";
import { findArtifact } from "../store/oidc-artifacts";

type Middleware = (ctx: KoaContextWithOIDC, next: () => Promise<void>) => Promise<void>;
type Hint = { client: Client; userId: string; sessionUid: string | undefined };

/**
 * OpenID Connect RP-Initiated Logout 1.0. A valid ID token proves that the request comes from an application the user
 * signed in to: the session ends at once, without a page in between. All other requests are left to the library, which
 * prompts the user, or refuses.
 */
export function logout(service: IdentityService, provider: Provider): Middleware {
	return async (ctx, next) => {
		if (ctx.method !== "GET") return next();
		const hint = await readHint(provider, textParameter(ctx, "id_token_hint"), textParameter(ctx, "client_id"));
		if (hint === "invalid") return next();
		const client = hint?.client ?? (await provider.Client.find(textParameter(ctx, "client_id") ?? ""));
		const target = postLogoutAddress(service, client, ctx);
		if (!target) return next();
		const session = await provider.Session.get(ctx);
		const own = session.accountId ? session.uid : undefined;
		if (own && session.accountId !== hint?.userId) return next();
		const uids = new Set([own, hint?.sessionUid].filter((uid) => uid !== undefined));
		ctx.set("cache-control", "no-store");
		ctx.status = 303;
		ctx.cookies.set(provider.cookieName("session"), null, cookieOptions(service.config));
		await endAndRedirect(service, ctx, [...uids], target);
	};
}

/**
 * The service's own logout, `GET /v2/logout?client_id&returnTo&federated`: ends the browser's session without a prompt
 * and redirects to a logout URL of the client.
 */
export function v2Logout(service: IdentityService, provider: Provider): Middleware {
	return async (ctx, next) => {
		if (ctx.method !== "GET") return next();
		ctx.set("cache-control", "no-store");
		const clientId = textParameter(ctx, "client_id");
		const client = clientId === undefined ? undefined : await provider.Client.find(clientId);
		const target = logoutUrl(service, client, textParameter(ctx, "returnTo"));
		const session = await provider.Session.get(ctx);
		if (target === undefined) {
			ctx.status = 400;
			const description =
				'The "returnTo" parameter is not one of the "Allowed Logout URLs" of the application that "client_id" names.';
			const flow = { isSignedIn: Boolean(session.accountId), application: client?.clientName };
			renderErrorPage(ctx, { error: "invalid_request", kind: "no-way-back", description }, flow);
			return;
		}
		ctx.status = 302;
		ctx.cookies.set(provider.cookieName("session"), null, cookieOptions(service.config));
		await endAndRedirect(service, ctx, session.accountId ? [session.uid] : [], target);
	};
}

/** Ends what depends on a session after a logout that the user has confirmed, which the library executes. */
export function notifyApplications(service: IdentityService, provider: Provider): Middleware {
	return async (ctx, next) => {
		const { uid, accountId } = await provider.Session.get(ctx);
		await next();
		const target = ctx.response.get("location");
		if (!accountId || target === "") return;
		if (await findArtifact(service.database, "Session", uid, "uid_hash")) return;
		await endAndRedirect(service, ctx, [uid], target);
	};
}

/**
 * Ends sessions, and redirects the browser to the target of the logout, by way of those that depended on them: SAML
 * applications and, on request (`federated`), last the outside provider that the user signed in through.
 */
async function endAndRedirect(
	service: IdentityService,
	ctx: KoaContextWithOIDC,
	uids: readonly string[],
	target: string,
): Promise<void> {
	const ended = await Promise.all(uids.map((uid) => endSession(service, uid)));
	const returnTo = new URL(target, service.config.issuer).href;
	const atProvider = ended.map(({ providerSession }) => providerSession).find((session) => session !== null);
	// Its value does not matter. After the library's prompt it is in the form.
	const isFederated = (ctx.query.federated ?? ctx.oidc?.body?.federated) !== undefined;
	const further = atProvider && isFederated ? await beginAtProvider(service, atProvider, returnTo) : null;
	const participants = ended.flatMap((each) => each.participants);
	const logout = await beginSingleLogout(service, participants, { returnTo: further?.location ?? returnTo });
	const first = logout ?? further;
	if (first) ctx.status = 303;
	for (const step of [logout, further]) if (step) ctx.append("set-cookie", step.cookie);
	ctx.redirect(first?.location ?? target);
}

/** Reads an ID token of ours; one that has expired still names its session. */
async function readHint(
	provider: Provider,
	idToken: string | undefined,
	clientId: string | undefined,
): Promise<Hint | "invalid" | undefined> {
	if (idToken === undefined) return undefined;
	try {
		// Unverified; the signature is checked below, with the client that the token names.
		const { aud } = decodeJwt(idToken);
		const client = typeof aud === "string" ? await provider.Client.find(aud) : undefined;
		if (!client || (clientId !== undefined && clientId !== aud)) return "invalid";
		const { sub, sid } = (await provider.IdToken.validate(idToken, client)).payload;
		if (typeof sub !== "string") return "invalid";
		return { client, userId: sub, sessionUid: typeof sid === "string" ? sid : undefined };
	} catch {
		return "invalid";
	}
}

/** The address to redirect to: the client's registered one, else the service's page; undefined for an unregistered one. */
function postLogoutAddress(
	{ config }: IdentityService,
	client: Client | undefined,
	ctx: KoaContextWithOIDC,
): string | undefined {
	const requested = textParameter(ctx, "post_logout_redirect_uri");
	if (requested === undefined || !client) return new URL("oidc/logout/success", config.issuer).href;
	if (!client.postLogoutRedirectUriAllowed(requested)) return undefined;
	const state = textParameter(ctx, "state");
	const address = new URL(requested);
	if (state !== undefined) address.searchParams.append("state", state);
	return address.href;
}

/**
 * The requested address where it is registered, apart from query and fragment; without one the client's first one, else
 * the service's own page.
 * @returns undefined for an address that is not allowed
 */
function logoutUrl(
	{ config }: IdentityService,
	client: Client | undefined,
	requested: string | undefined,
): string | undefined {
	const allowed = client?.postLogoutRedirectUris ?? [];
	if (requested === undefined) return allowed[0] ?? new URL("oidc/logout/success", config.issuer).href;
	if (!URL.canParse(requested)) return undefined;
	const bare = new URL(requested);
	bare.search = "";
	bare.hash = "";
	const registered = allowed.map((uri) => new URL(uri).href);
	return isReturnAddress(registered, bare.href) ? new URL(requested).href : undefined;
}

function textParameter({ query }: KoaContextWithOIDC, name: string): string | undefined {
	const value = query[name];
	return typeof value === "string" && value !== "" ? value : undefined;
}
