import "server-only";
import { cookies } from "next/headers";
import { cookieName, dashboardConfig } from "../config";

/** A sign-out leads through pages of the tenant, and of others that the person was signed in to. */
const NOTE_LIFETIME_SECONDS = 300;

// The tenant sends the browser back to an address that is registered there, letter by letter: it has no room for a word
// about where it comes from. So the browser carries that.

/** Lets the browser know that it has signed out, for the page that it comes back to. */
export async function noteSignOut(): Promise<void> {
	const { name, ...options } = noteCookie();
	(await cookies()).set(name, "yes", { ...options, httpOnly: true, sameSite: "lax", maxAge: NOTE_LIFETIME_SECONDS });
}

/** The next sign-in has begun. */
export async function forgetSignOut(): Promise<void> {
	const jar = await cookies();
	const cookie = noteCookie();
	if (jar.get(cookie.name)) jar.delete(cookie);
}

/** Whether this browser has just signed out. */
export async function hasSignedOut(): Promise<boolean> {
	return (await cookies()).get(noteCookie().name) !== undefined;
}

function noteCookie() {
	const config = dashboardConfig();
	return { name: cookieName("signed-out", config), path: "/", secure: config.secure };
}
