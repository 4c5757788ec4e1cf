import "server-only";
import { PROVIDER_ID } from "./next-auth-options";
import { cookiesSetBy, type NextAuthResponse, runNextAuth } from "./run-next-auth";

/**
 * Begins a sign-in: next-auth's CSRF pair, then its sign-in step with that pair. The answer redirects the browser to
 * the tenant and sets the cookies that the callback will check.
 * @param callbackPath where to go afterwards, a path on this origin
 * @param switchAccount asks the tenant for credentials even where it knows the browser
 */
export async function startSignIn(
	callbackPath: string,
	switchAccount: boolean,
	cookies: Record<string, string>,
): Promise<NextAuthResponse> {
	const pair = await runNextAuth({ method: "GET", segments: ["csrf"], cookies });
	const { csrfToken } = pair.body as { csrfToken: string };
	const signIn = await runNextAuth({
		method: "POST",
		segments: ["signin", PROVIDER_ID],
		query: switchAccount ? { prompt: "login" } : {},
		body: { csrfToken, callbackUrl: callbackPath },
		cookies: { ...cookies, ...cookiesSetBy(pair) },
	});
	const later = cookiesSetBy(signIn);
	for (const line of pair.headers.getSetCookie()) {
		const name = line.slice(0, line.indexOf("="));
		if (!Object.hasOwn(later, name)) signIn.headers.append("set-cookie", line);
	}
	return signIn;
}
