import "server-only";
import http from "node:http";
import https from "node:https";
import { cookies, headers } from "next/headers";
import { NextRequest, NextResponse } from "next/server";
import NextAuth, { type NextAuthOptions } from "next-auth";
import { decode } from "next-auth/jwt";
import { z } from "zod";
import { databaseErrorCode } from "@/lib/database/error-codes";
import { cookieName, type DashboardConfig, dashboardConfig, roleOfEmbeddedUser } from "../config";
import { noteMakerAddress } from "../console-tokens/console-tokens";
import { logInRequest } from "../logger";
import { reasonOf } from "../management/call/errors";
import { dashboardSecrets, sealIdToken } from "../secrets/dashboard-secrets";
import { roleOf } from "../session/role";
import { adminRole, sessionIdOfRequest } from "../session/session";
import { forgetClaimedRole, keepClaimedRole } from "../store/claimed-roles";
import { createSession, SESSION_LIFETIME_SECONDS } from "../store/sessions";
import { safeCallbackPath } from "./callback-path";
import { claimedValues } from "./claimed-values";
import { forgetRefusedAccount, noteRefusedAccount } from "./refused-account";
import { forgetSignOut } from "./sign-out";

export const PROVIDER_ID = "identity-service";
const CALLBACK_COOKIE = "callback-url";
const USER_AGENT_LENGTH_MAX = 300;
const SIGN_IN_TIMEOUT_MS = 10_000;
/** For a tenant at an https address, whose certificate is verified whatever `NODE_TLS_REJECT_UNAUTHORIZED` says. */
const VERIFYING_AGENT = new https.Agent({ rejectUnauthorized: true });

/**
 * Claims of the ID token that the dashboard uses (OpenID Connect Core, section 5.1). What the library calls the profile are the
 * claims of the verified ID token (`idToken`, no `userinfo`): the UserInfo endpoint is not called.
 */
const claimsSchema = z.looseObject({
	sub: z.string().min(1),
	name: z.string().nullish().catch(null),
	email: z.string().nullish().catch(null),
	email_verified: z.boolean().nullish().catch(null),
});

/** Created once: the library retains the last one that it got, and a closure of a request would retain the request. */
const SIGN_IN_LOGGER: NextAuthOptions["logger"] = {
	error: (code, failure) => logInRequest("error", { code, reason: signInFailure(failure) }, "sign-in failed"),
	warn: () => {},
	debug: () => {},
};

/**
 * Sign-in with OpenID Connect: code flow with PKCE, state and nonce, everything from discovery. The session cookie is an
 * opaque identifier of a row in the dashboard's store, not a token.
 * @param secret encrypts the cookies of state, nonce and PKCE
 */
export function nextAuthOptions(secret: string): NextAuthOptions {
	const config = dashboardConfig();
	return {
		secret,
		providers: [
			{
				id: PROVIDER_ID,
				name: config.tenant.name,
				type: "oauth",
				wellKnown: `${config.authentication.baseUrl}/.well-known/openid-configuration`,
				clientId: config.authentication.clientId,
				clientSecret: config.authentication.clientSecret,
				client: { token_endpoint_auth_method: "client_secret_post" },
				authorization: { params: { scope: "openid profile email" } },
				httpOptions: {
					timeout: SIGN_IN_TIMEOUT_MS,
					// Where none is given, the library uses that of an earlier sign-in in this process.
					agent: config.authentication.baseUrl.startsWith("https:") ? VERIFYING_AGENT : http.globalAgent,
				},
				idToken: true,
				checks: ["pkce", "state", "nonce"],
				profile: (claims) => ({ id: claimsSchema.parse(claims).sub }),
			},
		],
		pages: { signIn: "/sign-in", error: "/sign-in" },
		session: { strategy: "jwt", maxAge: SESSION_LIFETIME_SECONDS },
		callbacks: {
			signIn: ({ profile }) => isAdmitted(profile),
			redirect: ({ url }) => safeCallbackPath(url),
			async jwt({ token, account, profile }) {
				return account ? { sessionId: await startSession(profile, account.id_token ?? null) } : token;
			},
		},
		jwt: {
			// The cookie is the session's identifier itself.
			encode: async ({ token }) => String(token?.sessionId ?? ""),
			decode: async () => null,
		},
		cookies: cookieSettings(config),
		logger: SIGN_IN_LOGGER,
	};
}

function identityOf(profile: unknown) {
	const claims = claimsSchema.parse(profile);
	const email = claims.email ?? null;
	return { subject: claims.sub, email, emailVerified: claims.email_verified === true, name: claims.name ?? email };
}

async function isAdmitted(profile: unknown): Promise<boolean> {
	const identity = identityOf(profile);
	await noteMakerAddress(identity);
	const isEmbedded = roleOfEmbeddedUser.get() !== null;
	const role = isEmbedded ? await adminRole(identity) : roleOf(identity, dashboardConfig(), claimedBy(profile));
	if (role) return true;
	if (!isEmbedded) await forgetClaimedRole(identity.subject);
	logInRequest("warn", { subject: identity.subject }, "sign-in refused: not one of the admins");
	await noteRefusedAccount(identity.email ?? identity.subject);
	return false;
}

/** The values of the claim that gives roles, of those that the settings name. */
function claimedBy(profile: unknown): string[] {
	const { roleClaim } = dashboardConfig();
	if (!roleClaim) return [];
	const named = Object.values(roleClaim.values).flat();
	return claimedValues(profile, roleClaim.name).filter((value) => named.includes(value));
}

async function startSession(profile: unknown, idToken: string | null): Promise<string> {
	const { subject, email, emailVerified, name } = identityOf(profile);
	const session = {
		subject,
		email,
		email_verified: emailVerified ? 1 : 0,
		name: name ?? subject,
		id_token: idToken && (await sealIdToken(idToken)),
		user_agent: (await headers()).get("user-agent")?.slice(0, USER_AGENT_LENGTH_MAX) ?? null,
	};
	// In place of what an earlier sign-in said, also where this one says nothing.
	if (!roleOfEmbeddedUser.get()) {
		const { roleClaim } = dashboardConfig();
		await (roleClaim ? keepClaimedRole(subject, roleClaim.name, claimedBy(profile)) : forgetClaimedRole(subject));
	}
	return createSession(session, await sessionIdOfRequest());
}

function cookieSettings(config: DashboardConfig): NextAuthOptions["cookies"] {
	const options = { httpOnly: true, sameSite: "lax" as const, path: "/", secure: config.secure };
	const cookie = (purpose: string) => ({ name: cookieName(purpose, config), options });
	return {
		sessionToken: cookie("session"),
		callbackUrl: cookie(CALLBACK_COOKIE),
		csrfToken: cookie("csrf"),
		pkceCodeVerifier: cookie("pkce"),
		state: cookie("state"),
		nonce: cookie("nonce"),
	};
}

const SECRET_OR_METHOD =
	"The tenant refused the sign-in application: check SIGN_IN_CLIENT_ID and SIGN_IN_CLIENT_SECRET, and that the " +
	'application\'s authentication method in the tenant is "Post" (client_secret_post).';
const NOT_ALLOWED =
	"The tenant does not let the sign-in application do this: SIGN_IN_CLIENT_ID must be a regular web application with " +
	"the grant authorization_code and this console's callback URL.";
const COOKIES =
	"The browser did not send back this sign-in's cookie: it took longer than 15 minutes, began in another tab or " +
	"under another SESSION_SECRET, or the browser refuses cookies.";
const CLOCK = "The tenant's ID token is not valid at this machine's time: check its clock.";

const NOT_STORED = "The tenant let the user in, but the console could not store the session.";

/** Beginnings of the sign-in library's messages, and their meaning. The library's own text is not repeated. */
const CAUSES: [RegExp, string][] = [
	[/^(invalid_client|unexpected_auth_method)\b/, SECRET_OR_METHOD],
	[/^(unauthorized_client|redirect_uri_mismatch|invalid_redirect_uri)\b/, NOT_ALLOWED],
	// The tenant's redirect has only the code; its token endpoint uses the same one for a client, with a description.
	[/^access_denied$/, "The tenant, or the user, refused the sign-in."],
	[/^access_denied /, SECRET_OR_METHOD],
	[/^invalid_grant\b/, "The tenant did not accept the code of this sign-in: it was used before, or is too old."],
	[/^(state|nonce) (mismatch|missing)|cookie was|could not be parsed|decryption operation failed/i, COOKIES],
	[
		/^(unexpected iss value|iss (mismatch|missing))/,
		"The response names a different issuer from the discovery at AUTH_BASE_URL: check AUTH_BASE_URL.",
	],
	[/^(JWT expired|JWT not active yet|id_token (expired|issued in the future))/, CLOCK],
	[/^(aud|azp) (mismatch|is missing)/, "The ID token is for another application: check SIGN_IN_CLIENT_ID."],
	[
		/^(unexpected JWT alg|failed to validate JWT signature|no valid key found|unexpected JWE)/,
		"The ID token is not signed with RS256 by a key of the tenant: check the application's signing algorithm.",
	],
	[/^outgoing request timed out/, "The tenant did not answer in time: check AUTH_BASE_URL and the network."],
	[
		/^(expected 200 OK, got: |.*is not valid JSON|Unexpected (token|end))/,
		"What answers at AUTH_BASE_URL is not an OpenID Connect service, or is out of order: check AUTH_BASE_URL.",
	],
];

/**
 * Why a sign-in failed and which setting to check, in a sentence for the log.
 * @param failure of the sign-in library's logger. It may contain secrets (the token endpoint's response, the request):
 * only its code and the beginning of its message are used, and neither is repeated.
 */
export function signInFailure(failure: unknown): string {
	const { message, code } = innermost(failure);
	// The library's own errors include the provider; an error without it is one of this console.
	if (failure instanceof Error && databaseErrorCode({ code })) return `${NOT_STORED} (${code})`;
	const cause = CAUSES.find(([beginning]) => beginning.test(message));
	if (cause) return cause[1];
	if (code && !(failure instanceof Error))
		return `The tenant's authentication interface can't be reached. ${reasonOf(code)} Check AUTH_BASE_URL.`;
	return "The sign-in failed for another reason.";
}

function innermost(failure: unknown): { message: string; code: string | undefined } {
	if (typeof failure !== "object" || failure === null) return { message: "", code: undefined };
	if (!(failure instanceof Error) && "error" in failure) return innermost(failure.error);
	const { message, code } = failure as { message?: unknown; code?: unknown };
	return { message: String(message ?? ""), code: typeof code === "string" ? code : undefined };
}

/** What next-auth calls a failed sign-in in the address of the sign-in page, beside `AccessDenied`. */
const FAILURES: readonly unknown[] = [
	"Callback",
	"Configuration",
	"OAuthAccountNotLinked",
	"OAuthCallback",
	"OAuthCreateAccount",
	"OAuthSignin",
];

/** @param code of an address, which anyone may have written */
export function isFailure(code: unknown): boolean {
	return FAILURES.includes(code);
}

const toFailure = () => new Response(null, { status: 303, headers: { location: "/sign-in?error=Configuration" } });

/**
 * next-auth's route handler; errors redirect to the sign-in page.
 * @param step path after `/api/auth/`, for example `["callback", "identity-service"]`
 */
export async function handleByNextAuth(request: NextRequest, step: string[]): Promise<Response> {
	const code = request.nextUrl.searchParams.get("error");
	// Where a callback threw, its message is the code.
	if (step[0] === "error" && code !== "AccessDenied" && !isFailure(code)) return toFailure();
	const options = nextAuthOptions(await secretOfSignIn(request));
	const response: Response = await NextAuth(request, { params: { nextauth: step } }, options);
	if (response.status < 400) return response;
	return toFailure();
}

/** The path that the last sign-in of this browser was to lead to: the page that was asked for before it failed. */
export async function lastCallbackPath(): Promise<string> {
	const path = (await cookies()).get(cookieName(CALLBACK_COOKIE, dashboardConfig()))?.value;
	return safeCallbackPath(path);
}

/**
 * The secret that a sign-in's state was encrypted with, else the current one. They differ where the secret was rotated, or
 * another instance began the sign-in.
 */
export async function secretOfSignIn(request: NextRequest): Promise<string> {
	const { current, known } = await dashboardSecrets();
	const salt = cookieName("state", dashboardConfig());
	const token = request.cookies.get(salt)?.value;
	if (!token || known.length === 1) return current;
	for (const secret of known) {
		if (await decode({ token, secret, salt }).catch(() => null)) return secret;
	}
	return current;
}

/**
 * Begins a sign-in: the response redirects to the tenant and sets the cookies that the callback checks. next-auth requires
 * a form with its CSRF token. No page can set a cookie, so the two requests of its script are made here, with this
 * request's cookies; the caller checks the origin.
 * @param callbackPath the path on this origin to redirect to afterwards
 * @param switchAccount prompts for credentials even with a session at the tenant
 */
export async function startSignIn(callbackPath: string, switchAccount: boolean): Promise<Response> {
	const base = `${dashboardConfig().appUrl}/api/auth`;
	const pair = await handleByNextAuth(new NextRequest(`${base}/csrf`), ["csrf"]);
	if (pair.status !== 200) return pair;
	const { csrfToken } = await pair.json();
	await forgetSignOut();
	await forgetRefusedAccount();
	const jar = await cookies();
	for (const cookie of new NextResponse(null, pair).cookies.getAll()) jar.set(cookie);
	const form = new NextRequest(`${base}/signin/${PROVIDER_ID}${switchAccount ? "?prompt=login" : ""}`, {
		method: "POST",
		headers: { "content-type": "application/x-www-form-urlencoded" },
		body: new URLSearchParams({ csrfToken, callbackUrl: callbackPath }).toString(),
	});
	const { headers } = await handleByNextAuth(form, ["signin", PROVIDER_ID]);
	return new Response(null, { status: 303, headers });
}
