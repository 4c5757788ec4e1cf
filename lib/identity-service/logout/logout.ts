import { decodeJwt } from "jose";
import type Provider from "oidc-provider";
import type { Client, KoaContextWithOIDC } from "oidc-provider";
import { isReturnAddress } from "../clients/addresses";
import { beginAtProvider } from "../connections/logout/provider-logout";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import { requestOf } from "../context/node-bridge";
import { isSameText } from "../keys/derived";
import { clientInLog } from "../log/sign-ins";
import { renderErrorPage, renderOtherLogoutPage, renderStillSignedInPage } from "../oidc/provider-pages";
import { beginSingleLogout } from "../saml/logout-flow";
import { cookieOptions } from "../sessions/browser-session";
import { endSessions } from "../sessions/end-session";
import { findSession } from "../store/sessions";

type Middleware = (ctx: KoaContextWithOIDC, next: () => Promise<void>) => Promise<void>;
/** `expiresAt` is in seconds since the epoch. */
type Hint = { client: Client; userId: string; sessionUid: string | undefined; expiresAt: number };

/**
 * OpenID Connect RP-Initiated Logout 1.0. A valid ID token proves that the request comes from an application the user
 * signed in to: the session ends at once, without a page in between. One that has expired is no more than a hint, except
 * in the browser of its session: elsewhere a page prompts. All other requests are left to the library, which prompts the
 * user, or refuses.
 */
export function logout(service: IdentityService, provider: Provider): Middleware {
	return async (ctx, next) => {
		if (ctx.method !== "GET") return next();
		const sent = await readHint(provider, textParameter(ctx, "id_token_hint"), textParameter(ctx, "client_id"));
		if (sent === "invalid") return next();
		const client = sent?.client ?? (await provider.Client.find(textParameter(ctx, "client_id") ?? ""));
		const target = postLogoutAddress(service, client, ctx);
		if (!target) return next();
		const session = await provider.Session.get(ctx);
		const own = session.accountId ? session.uid : undefined;
		// Section 2: an expired ID token is that of the user who sends it only in the browser of its session.
		const isProof = sent && (sent.sessionUid === own || sent.expiresAt > epochSeconds(service.now()));
		const hint = isProof ? sent : undefined;
		if (sent && !hint && !own && (await isOpen(service, sent))) {
			await next();
			// The library, which prompts only who is signed in, has set the secret that the prompt's form returns.
			const { secret } = ctx.oidc.session?.state ?? {};
			if (ctx.status === 200 && secret !== undefined)
				renderOtherLogoutPage(ctx, String(secret), sent.client.clientName);
			return;
		}
		if (own && session.accountId !== hint?.userId) return next();
		const uids = new Set([own, hint?.sessionUid].filter((uid) => uid !== undefined));
		ctx.set("cache-control", "no-store");
		ctx.status = 303;
		ctx.cookies.set(provider.cookieName("session"), null, cookieOptions(service.config));
		await endAndRedirect(service, ctx, [...uids], client, target);
	};
}

async function isOpen({ database, now }: IdentityService, { sessionUid }: Hint): Promise<boolean> {
	return sessionUid !== undefined && (await findSession(database, sessionUid, now().toISOString())) !== null;
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
			const requester = { request: requestOf(ctx), client: clientInLog(client) };
			service.log.add({
				...requester,
				type: "flo",
				description: "The URL to return to is not registered.",
				userId: session.accountId,
			});
			return;
		}
		ctx.status = 302;
		ctx.cookies.set(provider.cookieName("session"), null, cookieOptions(service.config));
		await endAndRedirect(service, ctx, session.accountId ? [session.uid] : [], client, target);
	};
}

/** Carries out what the user has chosen on the page that prompts before a logout: to sign out, or to stay signed in. */
export function confirmLogout(service: IdentityService, provider: Provider): Middleware {
	return async (ctx, next) => {
		const { accountId, uid, state } = await provider.Session.get(ctx);
		const { form } = requestOf(ctx);
		const hint = accountId ? undefined : await readHint(provider, form?.get("id_token_hint") ?? undefined, undefined);
		const ended = accountId ? uid : hint !== "invalid" && hint?.sessionUid;
		// Without the page's secret the library refuses; where no session is to end, it redirects.
		const prompt = state as PromptState | undefined;
		if (!ended || !prompt || !isSameText(prompt.secret, form?.get("xsrf") ?? "")) return next();
		const { clientId, postLogoutRedirectUri, state: applicationState } = prompt;
		ctx.set("cache-control", "no-store");
		const client = clientId === undefined ? undefined : await provider.Client.find(clientId);
		if (!form?.get("logout")) return renderStillSignedInPage(ctx, provider.issuer, client);
		const target = postLogoutRedirectUri ?? new URL("oidc/logout/success", service.config.issuer).href;
		ctx.status = 303;
		ctx.cookies.set(provider.cookieName("session"), null, cookieOptions(service.config));
		await endAndRedirect(service, ctx, [ended], client, withState(target, applicationState));
	};
}

/** What the library remembers of the request for which it prompts. */
type PromptState = { secret: string; clientId?: string; postLogoutRedirectUri?: string; state?: string };

/**
 * Ends sessions, and redirects the browser to the target of the logout, by way of those that depended on them: SAML
 * applications and, on request (`federated`), last the outside provider that the user signed in through.
 */
async function endAndRedirect(
	service: IdentityService,
	ctx: KoaContextWithOIDC,
	uids: readonly string[],
	client: Client | undefined,
	target: string,
): Promise<void> {
	const returnTo = new URL(target, service.config.issuer).href;
	// Its value does not matter. After the prompt it is in the form.
	const isFederated = ctx.query.federated !== undefined || requestOf(ctx).form?.has("federated") === true;
	const requester = { request: requestOf(ctx), client: clientInLog(client) };
	const steps = await endSessions(
		service,
		uids,
		requester,
		async (within, { participants, providerSessions: [atProvider] }) => {
			const further = atProvider && isFederated ? await beginAtProvider(within, atProvider, returnTo) : null;
			const logout = await beginSingleLogout(within, participants, { returnTo: further?.location ?? returnTo });
			return [logout, further].filter((step) => step !== null);
		},
	);
	const [first] = steps;
	if (first) ctx.status = 303;
	for (const { cookie } of steps) ctx.append("set-cookie", cookie);
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
		const { sub, sid, exp } = (await provider.IdToken.validate(idToken, client)).payload;
		if (typeof sub !== "string") return "invalid";
		return { client, userId: sub, sessionUid: typeof sid === "string" ? sid : undefined, expiresAt: Number(exp) };
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
	return withState(requested, textParameter(ctx, "state"));
}

function withState(address: string, state: string | undefined): string {
	const url = new URL(address);
	if (state !== undefined) url.searchParams.append("state", state);
	return url.href;
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
