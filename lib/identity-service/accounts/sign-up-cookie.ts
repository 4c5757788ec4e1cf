import { cookieLine, cookieName, readCookie } from "../http/cookie";
import { SIGN_UP_LIFETIME_SECONDS } from "./sign-up";

const COOKIE = "identity-service.sign-up";
/** The pages that the cookie is for. */
const PATH = "/dbconnections";
const VALUE = /^([\w-]+)\.([\w-]{43})$/;

/**
 * By which a browser that signed up is known again when the link is followed, with the login that waits there.
 * @returns a Set-Cookie line
 */
export function signUpCookie(issuer: string, { uid, ticket }: { uid: string; ticket: string }): string {
	const cookie = { name: COOKIE, path: PATH, lifetimeSeconds: SIGN_UP_LIFETIME_SECONDS };
	return cookieLine(issuer, cookie, `${uid}.${ticket}`);
}

/** @param cookies a request's Cookie header */
export function readSignUpCookie(issuer: string, cookies: string | null): { uid: string; ticket: string } | null {
	const [, uid, ticket] = VALUE.exec(readCookie(cookies, cookieName(issuer, COOKIE)) ?? "") ?? [];
	return uid && ticket ? { uid, ticket } : null;
}
