import { outsideConnection, PROVIDER_SIGN_IN_PARAMETER } from "../connections/connection-parameters";
import type { IdentityServiceConfig } from "../context/config";
import type { Link } from "../http/refusal";
import type { LoginWay } from "./login-way";

/** By which an application asks for the form to sign up (`signup`). */
export const SCREEN_HINT_PARAMETER = "screen_hint";

/** Where a browser is sent to sign in: to the form that the application asks for. Whether there is one, the page decides. */
export function loginAddress(
	{ issuer }: IdentityServiceConfig,
	{ uid, params, prompt }: { uid: string; params: Record<string, unknown>; prompt: { name: string } },
): string {
	const way = prompt.name === "login" ? askedWay(params) : null;
	return new URL(way === null ? `login/${uid}` : `login/${uid}?way=${way}`, issuer).href;
}

function askedWay(params: Record<string, unknown>): LoginWay | null {
	if (params[PROVIDER_SIGN_IN_PARAMETER] !== undefined || outsideConnection(params) !== null) return "connection";
	return params[SCREEN_HINT_PARAMETER] === "signup" ? "signup" : null;
}

/** The way from a refusal back to the page of a login. */
export function toSignIn(uid: string): Link {
	return { href: `/login/${uid}`, label: "Back to the sign-in" };
}

/** The way back from an outside provider that has signed nobody in: to the page, which says so. */
export function toProblem(uid: string): Link {
	const way: LoginWay = "refused";
	return { href: `/login/${uid}?way=${way}`, label: "Back to the sign-in" };
}
