import "server-only";
import { cookies } from "next/headers";
import { z } from "zod";
import { storeFailureOf } from "@/lib/database/error-codes";
import { cookieName, dashboardConfig } from "../config";
import { jsonIn, request } from "../http/request";
import { logger } from "../logger";
import { openIdToken } from "../secrets/dashboard-secrets";
import { deleteSession, deleteSessionsOf, findSession } from "../store/sessions";

const discovery = z.looseObject({ end_session_endpoint: z.url().optional() });

/**
 * Ends the dashboard's session, and returns the address that ends the tenant's: RP-initiated logout (OpenID Connect
 * RP-Initiated Logout 1.0), or `/v2/logout` where discovery has no endpoint.
 * @param everywhere ends all of the user's sessions in this dashboard
 */
export async function signOut(sessionId: string, { everywhere = false } = {}): Promise<URL> {
	const session = await findSession(sessionId);
	await deleteSession(sessionId);
	if (everywhere && session) await deleteSessionsOf(session.subject);
	const { authentication, appUrl } = dashboardConfig();
	const returnTo = `${appUrl}/sign-in`;
	const endpoint = await endSessionEndpoint();
	if (!endpoint) {
		return withQuery(`${authentication.baseUrl}/v2/logout`, { client_id: authentication.clientId, returnTo });
	}
	const idToken = session?.id_token ? await openIdToken(session.id_token) : null;
	return withQuery(endpoint, {
		client_id: authentication.clientId,
		post_logout_redirect_uri: returnTo,
		...(idToken ? { id_token_hint: idToken } : {}),
	});
}

function withQuery(address: string, query: Record<string, string>): URL {
	const url = new URL(address);
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
	return url;
}

async function endSessionEndpoint(): Promise<string | undefined> {
	try {
		const url = `${dashboardConfig().authentication.baseUrl}/.well-known/openid-configuration`;
		return discovery.parse(jsonIn(await request({ method: "GET", url }))).end_session_endpoint;
	} catch (error) {
		// The session here has ended; the plain logout address is the fallback.
		logger.warn({ reason: String(error) }, "discovery could not be read at sign-out");
		return undefined;
	}
}

/** The response to a sign-out where the store can't be written: the cookie is deleted. @throws any other error */
export function respondSessionNotEnded(error: unknown): Response {
	const fault = storeFailureOf(error);
	if (!fault) throw error;
	const text = `This browser is signed out, but the session could not be ended: the console's store ${fault}.
A copy of the cookie stays valid for two hours after its last use. Tell the operator of this console.
`;
	return new Response(text, {
		status: 503,
		headers: { "content-type": "text/plain", "cache-control": "private, no-store" },
	});
}

/** A sign-out redirects through pages of the tenant, and of other applications. */
const NOTE_LIFETIME_SECONDS = 300;
const EVERYWHERE = "everywhere";

// The tenant redirects back to a registered address, which can't have a parameter. So a cookie marks a sign-out.

/** @param everywhere all of the user's sessions in this dashboard were ended */
export async function noteSignOut(everywhere: boolean): Promise<void> {
	const { name, ...options } = noteCookie();
	(await cookies()).set(name, everywhere ? EVERYWHERE : "here", {
		...options,
		httpOnly: true,
		sameSite: "lax",
		maxAge: NOTE_LIFETIME_SECONDS,
	});
}

export async function forgetSignOut(): Promise<void> {
	const jar = await cookies();
	const cookie = noteCookie();
	if (jar.get(cookie.name)) jar.delete(cookie);
}

/** Null: this browser has not signed out lately. */
export async function lastSignOut(): Promise<"here" | "everywhere" | null> {
	const noted = (await cookies()).get(noteCookie().name)?.value;
	return noted === undefined ? null : noted === EVERYWHERE ? EVERYWHERE : "here";
}

function noteCookie() {
	const config = dashboardConfig();
	return { name: cookieName("signed-out", config), path: "/", secure: config.secure };
}
