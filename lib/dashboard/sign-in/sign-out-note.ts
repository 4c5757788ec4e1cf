import "server-only";
import { cookies } from "next/headers";
import { cookieName, dashboardConfig } from "../config";

/** A sign-out redirects through pages of the tenant, and of other applications. */
const NOTE_LIFETIME_SECONDS = 300;

// The tenant redirects back to a registered address, which can't have a parameter. So a cookie says that it is a sign-out.

export async function noteSignOut(): Promise<void> {
	const { name, ...options } = noteCookie();
	(await cookies()).set(name, "yes", { ...options, httpOnly: true, sameSite: "lax", maxAge: NOTE_LIFETIME_SECONDS });
}

export async function forgetSignOut(): Promise<void> {
	const jar = await cookies();
	const cookie = noteCookie();
	if (jar.get(cookie.name)) jar.delete(cookie);
}

export async function hasSignedOut(): Promise<boolean> {
	return (await cookies()).get(noteCookie().name) !== undefined;
}

function noteCookie() {
	const config = dashboardConfig();
	return { name: cookieName("signed-out", config), path: "/", secure: config.secure };
}
