import "server-only";
import { headers } from "next/headers";
import type { NextAuthOptions } from "next-auth";
import { z } from "zod";
import { cookieName, type DashboardConfig, dashboardConfig } from "../config";
import { logInRequest } from "../request/request-id";
import { sealIdToken } from "../secrets/dashboard-secrets";
import { adminRole } from "../session/role";
import { sessionIdOfRequest } from "../session/session";
import { createSession, SESSION_LIFETIME_SECONDS } from "../store/sessions";
import { safeCallbackPath } from "./callback-path";
import { signInFailure } from "./sign-in-failure";

export const PROVIDER_ID = "identity-service";
const USER_AGENT_LENGTH_MAX = 300;
const SIGN_IN_TIMEOUT_MS = 10_000;

/** Claims of the ID token that the dashboard uses (OpenID Connect Core, section 5.1). */
const claimsSchema = z.looseObject({
	sub: z.string().min(1),
	name: z.string().nullish().catch(null),
	email: z.string().nullish().catch(null),
	email_verified: z.boolean().nullish().catch(null),
});

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
				httpOptions: { timeout: SIGN_IN_TIMEOUT_MS },
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
		cookies: cookies(config),
		logger: {
			error: (code, failure) => logInRequest("error", { code, reason: signInFailure(failure) }, "sign-in failed"),
			warn: () => {},
			debug: () => {},
		},
	};
}

function identityOf(profile: unknown) {
	const claims = claimsSchema.parse(profile);
	const email = claims.email ?? null;
	return { subject: claims.sub, email, emailVerified: claims.email_verified === true, name: claims.name ?? email };
}

async function isAdmitted(profile: unknown): Promise<boolean> {
	const identity = identityOf(profile);
	const role = await adminRole(identity);
	if (!role) logInRequest("warn", { subject: identity.subject }, "sign-in refused: not one of the admins");
	return role !== null;
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
	return createSession(session, await sessionIdOfRequest());
}

function cookies(config: DashboardConfig): NextAuthOptions["cookies"] {
	const options = { httpOnly: true, sameSite: "lax" as const, path: "/", secure: config.secure };
	const cookie = (purpose: string) => ({ name: cookieName(purpose, config), options });
	return {
		sessionToken: cookie("session"),
		callbackUrl: cookie("callback-url"),
		csrfToken: cookie("csrf"),
		pkceCodeVerifier: cookie("pkce"),
		state: cookie("state"),
		nonce: cookie("nonce"),
	};
}
