import {
	type Client,
	type Configuration,
	errors,
	interactionPolicy,
	type JWKS,
	type KoaContextWithOIDC,
} from "oidc-provider";
import { SCRIPT_ORIGINS_METADATA, scriptOriginsOf, WEB_ORIGINS_METADATA } from "../clients/across-origins";
import { FEDERATED_RESPONSE_TYPE } from "../clients/addon-settings";
import { ASSERTION_ALGORITHMS, checkAssertion, mutualTls } from "../clients/client-authentication";
import * as lifetimes from "../clients/lifetimes";
import {
	CLIENT_AUTH_METHODS,
	FIRST_PARTY_METADATA,
	fapiProfile,
	NATIVE_METADATA,
	SECURITY_PROFILE_METADATA,
} from "../clients/service-client";
import { machineClock } from "../context/clock";
import type { IdentityServiceConfig } from "../context/config";
import type { IdentityService } from "../context/identity-service";
import { cookieKeys, cookieNames, cookieOptions } from "../sessions/browser-session";
import { presentedToken } from "../sessions/refresh-token-family";
import { CLAIMS_BY_SCOPE, findAccountOf } from "./account";
import { artifactAdapter } from "./artifact-adapter";
import type { Extension } from "./extension";
import { keepOfflineAccess, loadGrant, needsConsent, PUSHED_SCOPE_PARAMETER } from "./grants";
import { TOKEN_ONLY_PARAMETER } from "./implicit";
import { failurePage, renderErrorPage, renderLogoutPage, renderSignedOutPage } from "./provider-pages";
import { addClaims, resourceIndicators } from "./resource-servers";
import { RELAY_PARAMETER, requireWebOrigin } from "./web-message";

/** The parts that other folders add to the provider. */
export type ProviderParts = {
	extensions: readonly Extension[];
	/** The address to which browsers are redirected to sign in. */
	loginAddress: (
		config: IdentityServiceConfig,
		login: { uid: string; params: Record<string, unknown>; prompt: { name: string } },
	) => string;
};

/** The configuration of oidc-provider. Grants, methods and features that are not listed are off. */
export function providerConfiguration(
	service: IdentityService,
	{ extensions, loginAddress }: ProviderParts,
): Configuration {
	const { config } = service;
	return {
		adapter: artifactAdapter(service),
		jwks: service.keys.privateKeySet as JWKS,
		findAccount: findAccountOf(service),
		claims: CLAIMS_BY_SCOPE,
		// Name and e-mail belong in the ID token as well: sign-in libraries read them there.
		conformIdTokenClaims: false,
		clientAuthMethods: CLIENT_AUTH_METHODS,
		assertJwtClientAuthClaimsAndHeader: checkAssertion(service),
		enabledJWA: { clientAuthSigningAlgValues: ASSERTION_ALGORITHMS },
		responseTypes: ["code", "id_token", "id_token token", FEDERATED_RESPONSE_TYPE],
		scopes: ["openid", "offline_access", "profile", "email"],
		extraParams: {
			[PUSHED_SCOPE_PARAMETER]: keepOfflineAccess,
			[TOKEN_ONLY_PARAMETER]: null,
			[RELAY_PARAMETER]: requireWebOrigin,
			...Object.assign({}, ...extensions.map(({ parameters }) => parameters?.(service))),
		},
		extraClientMetadata: {
			properties: [
				FIRST_PARTY_METADATA,
				NATIVE_METADATA,
				lifetimes.ID_TOKEN_LIFETIME_METADATA,
				SECURITY_PROFILE_METADATA,
				lifetimes.REFRESH_TOKEN_LIFETIME_METADATA,
				WEB_ORIGINS_METADATA,
				SCRIPT_ORIGINS_METADATA,
			],
		},
		loadExistingGrant: loadGrant,
		interactions: { policy: loginPolicy(service, extensions), url: (_ctx, login) => loginAddress(config, login) },
		// A public client proves by PKCE that it began the sign-in; a confidential one has its secret. FAPI 2.0 requires both.
		pkce: { required: (ctx, client) => client.clientAuthMethod === "none" || ctx.oidc.isFapi("2.0") !== undefined },
		rotateRefreshToken(ctx) {
			requireBoundToken(ctx);
			return presentedToken(ctx)?.rotating ?? true;
		},
		cookies: {
			names: cookieNames(config),
			keys: cookieKeys(service.secrets),
			long: cookieOptions(config),
			short: cookieOptions(config),
		},
		clientBasedCORS: (_ctx, origin, client) => scriptOriginsOf(client).includes(origin),
		features: {
			devInteractions: { enabled: false },
			dPoP: { enabled: true },
			fapi: { enabled: true, profile: fapiProfile },
			mTLS: mutualTls,
			pushedAuthorizationRequests: { enabled: true },
			clientCredentials: { enabled: true },
			revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
			rpInitiatedLogout: {
				enabled: true,
				logoutSource: renderLogoutPage,
				postLogoutSuccessSource: renderSignedOutPage,
			},
			resourceIndicators: resourceIndicators(service),
		},
		formats: { customizers: { jwt: addClaims } },
		renderError: (ctx, out, error) => renderErrorPage(ctx, failurePage(out, error)),
		routes: {
			authorization: "/authorize",
			pushed_authorization_request: "/oauth/par",
			token: "/oauth/token",
			revocation: "/oauth/revoke",
			userinfo: "/userinfo",
			jwks: "/.well-known/jwks.json",
			end_session: "/oidc/logout",
		},
		ttl: timesToLive(),
	};
}

/**
 * A login page where there is no session; a consent page for applications of other companies only. `prompt=consent` stays
 * permitted because libraries send it along with `offline_access`.
 */
function loginPolicy(service: IdentityService, extensions: readonly Extension[]) {
	const policy = interactionPolicy.base();
	const consent = policy.get("consent");
	consent?.checks.clear();
	consent?.checks.add(
		new interactionPolicy.Check(
			"not_agreed",
			"the user has not agreed to what the application asks for",
			"consent_required",
			needsConsent,
		),
	);
	const login = policy.get("login");
	login?.checks.add(
		new interactionPolicy.Check("account_gone", "the session's user no longer exists", "login_required", ({ oidc }) =>
			Boolean(oidc.session?.accountId && !oidc.account),
		),
	);
	for (const check of extensions.flatMap(({ loginChecks }) => loginChecks?.(service) ?? [])) login?.checks.add(check);
	return policy;
}

/**
 * A public client's refresh token is bound like its access tokens (RFC 9449 section 5). One that was issued before the
 * client's tokens had to be bound is a bearer token, whoever holds it: it is refused as long as they have to be.
 */
function requireBoundToken({ oidc: { client, refreshToken } }: KoaContextWithOIDC): void {
	const mustBeBound = client?.clientAuthMethod === "none" && client.dpopBoundAccessTokens;
	if (mustBeBound && !refreshToken?.isSenderConstrained()) throw new errors.InvalidGrant("the token is not bound");
}

function timesToLive(): Configuration["ttl"] {
	// Both times are set by the library, which reads the machine's clock.
	const secondsLeft = (since: number | undefined, total: number) => {
		const now = machineClock().getTime() / 1000;
		return Math.max(1, Math.floor((since ?? now) + total - now));
	};
	return {
		AccessToken: lifetimes.ACCESS_TOKEN_SECONDS,
		ClientCredentials: lifetimes.ACCESS_TOKEN_SECONDS,
		AuthorizationCode: lifetimes.AUTHORIZATION_CODE_SECONDS,
		IdToken: (_ctx, _token, client) => Number(client[lifetimes.ID_TOKEN_LIFETIME_METADATA]),
		Interaction: lifetimes.INTERACTION_SECONDS,
		// biome-ignore lint/correctness/noComponentHookFactories: the library's name, no component.
		Grant: (ctx) => grantSeconds(ctx) + lifetimes.GRANT_REST_SECONDS,
		RefreshToken(ctx, token, client) {
			// A value lasts as long as its family, whatever the client's lifetimes have become since that was issued.
			const family = ctx && presentedToken(ctx);
			if (!family) return secondsLeft(token.iiat, refreshTokenSeconds(client));
			if (family.expires_at === null) return lifetimes.ENDLESS_SECONDS;
			return secondsLeft(Date.parse(family.expires_at) / 1000, 0);
		},
		Session: (_ctx, session) =>
			Math.min(lifetimes.SESSION_IDLE_SECONDS, secondsLeft(session.loginTs, lifetimes.SESSION_ABSOLUTE_SECONDS)),
	};
}

/**
 * A grant outlives the refresh tokens issued under it, which may have no end, and the session that it was given in. One
 * for other tokens ends in any case.
 */
function grantSeconds(ctx: KoaContextWithOIDC | undefined): number {
	const isForRefreshToken = ctx?.oidc?.requestParamScopes.has("offline_access");
	const tokenSeconds = refreshTokenSeconds(isForRefreshToken ? ctx?.oidc?.client : undefined);
	return Math.max(tokenSeconds, lifetimes.SESSION_ABSOLUTE_SECONDS);
}

function refreshTokenSeconds(client: Client | undefined): number {
	return Number(client?.[lifetimes.REFRESH_TOKEN_LIFETIME_METADATA] ?? lifetimes.REFRESH_TOKEN_ABSOLUTE_SECONDS);
}
