import { readCookie } from "../../http/cookie";
import { SIGN_UP_LIFETIME_SECONDS } from "./sign-up";

/** The pages that the cookie is for. */
const PATH = "/dbconnections";
const VALUE = /^([\w-]+)\.([\w-]{43})$/;

/**
 * By which a browser that signed up is known again when the link is followed, with the login that waits there.
 * @returns a Set-Cookie line
 */
export function signUpCookie(issuer: string, { uid, ticket }: { uid: string; ticket: string }): string {
	return [
		`${cookieName(issuer)}=${uid}.${ticket}`,
		`Path=${PATH}`,
		`Max-Age=${SIGN_UP_LIFETIME_SECONDS}`,
		"HttpOnly",
		"SameSite=Lax",
		...(issuer.startsWith("https:") ? ["Secure"] : []),
	].join("; ");
}

/** @param cookies a request's Cookie header */
export function readSignUpCookie(issuer: string, cookies: string | null): { uid: string; ticket: string } | null {
	const [, uid, ticket] = VALUE.exec(readCookie(cookies, cookieName(issuer)) ?? "") ?? [];
	return uid && ticket ? { uid, ticket } : null;
}

function cookieName(issuer: string): string {
	const { protocol, port } = new URL(issuer);
	return protocol === "https:" ? "__Secure-identity-service.sign-up" : `identity-service.sign-up.${port || "80"}`;
}
