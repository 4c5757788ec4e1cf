import { outsideConnection, PROVIDER_SIGN_IN_PARAMETER } from "../connections/connection-extension";
import type { IdentityServiceConfig } from "../context/config";
import type { Link } from "../http/refusal";

/** The parameter with which an application requests the form to sign up (`signup`). */
export const SCREEN_HINT_PARAMETER = "screen_hint";

/**
 * What the page of a login shows, by its address `/login/{uid}?way=…`. Without a way it shows the form for the password,
 * or the problem that prevents it.
 */
export const LOGIN_WAYS = [
	"code",
	"signup",
	"signed-up",
	"confirmed",
	"forgotten",
	"reset-sent",
	// Redirects to the outside provider that the request names …
	"connection",
	// … and shows that the provider has signed no user in.
	"refused",
] as const;
export type LoginWay = (typeof LOGIN_WAYS)[number];

/** @param query of the page's address */
export function loginWayOf(query: URLSearchParams): LoginWay | null {
	return LOGIN_WAYS.find((way) => way === query.get("way")) ?? null;
}

/** Path and query of the page of a login. */
export function loginPath(uid: string | undefined, way?: LoginWay | null): string {
	return way ? `/login/${uid}?way=${way}` : `/login/${uid}`;
}

/** The address to sign in at, with the form that the application requests. The page checks whether it has that form. */
export function loginAddress(
	{ issuer }: IdentityServiceConfig,
	{ uid, params, prompt }: { uid: string; params: Record<string, unknown>; prompt: { name: string } },
): string {
	return new URL(loginPath(uid, prompt.name === "login" ? requestedWay(params) : null), issuer).href;
}

function requestedWay(params: Record<string, unknown>): LoginWay | null {
	if (params[PROVIDER_SIGN_IN_PARAMETER] !== undefined || outsideConnection(params) !== null) return "connection";
	return params[SCREEN_HINT_PARAMETER] === "signup" ? "signup" : null;
}

/**
 * The link from a refusal back to the page of a login.
 * @param way "refused" after an outside provider has signed no user in: the page shows that
 */
export function toSignIn(uid: string, way?: "refused"): Link {
	return { href: loginPath(uid, way), label: "Back to sign-in" };
}
