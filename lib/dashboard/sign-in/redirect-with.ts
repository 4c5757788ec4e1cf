import "server-only";
import { dashboardConfig } from "../config";
import type { NextAuthResponse } from "./run-next-auth";

/**
 * The browser's answer to a step of the sign-in: where next-auth sends it, with the cookies that it set. Errors of
 * next-auth's own (`/api/auth/…`) land on the sign-in page.
 */
export function redirectWith({ headers }: NextAuthResponse): Response {
	const { appUrl } = dashboardConfig();
	const location = new URL(headers.get("location") ?? "/sign-in?error=Configuration", appUrl);
	const isOwnError = location.origin === appUrl && location.pathname.startsWith("/api/auth/");
	const target = isOwnError ? errorPage(location, appUrl) : location;
	const response = new Response(null, {
		status: 303,
		headers: { location: target.href, "cache-control": "private, no-store" },
	});
	for (const line of headers.getSetCookie()) response.headers.append("set-cookie", line);
	return response;
}

function errorPage(location: URL, appUrl: string): URL {
	const page = new URL("/sign-in", appUrl);
	page.searchParams.set("error", location.searchParams.get("error") ?? "SignIn");
	return page;
}
