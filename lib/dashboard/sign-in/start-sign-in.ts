import "server-only";
import { cookies } from "next/headers";
import { NextRequest, NextResponse } from "next/server";
import { dashboardConfig } from "../config";
import { answerWithNextAuth } from "./answer-with-next-auth";
import { PROVIDER_ID } from "./next-auth-options";
import { forgetSignOut } from "./sign-out-note";

/**
 * Begins a sign-in: the answer redirects the browser to the tenant and sets the cookies that the callback will check.
 * next-auth takes a sign-in from a form only that repeats its CSRF cookie. No page can set a cookie, so the two requests
 * that its own script would send are made here, with this request's cookies; whose form it was is the caller's to check.
 * @param callbackPath where to go afterwards, a path on this origin
 * @param switchAccount asks the tenant for credentials even where it knows the browser
 */
export async function startSignIn(callbackPath: string, switchAccount: boolean): Promise<Response> {
	const base = `${dashboardConfig().appUrl}/api/auth`;
	const pair = await answerWithNextAuth(new NextRequest(`${base}/csrf`), ["csrf"]);
	if (pair.status !== 200) return pair;
	const { csrfToken } = await pair.json();
	await forgetSignOut();
	const jar = await cookies();
	for (const cookie of new NextResponse(null, pair).cookies.getAll()) jar.set(cookie);
	const form = new NextRequest(`${base}/signin/${PROVIDER_ID}${switchAccount ? "?prompt=login" : ""}`, {
		method: "POST",
		headers: { "content-type": "application/x-www-form-urlencoded" },
		body: new URLSearchParams({ csrfToken, callbackUrl: callbackPath }).toString(),
	});
	const { headers } = await answerWithNextAuth(form, ["signin", PROVIDER_ID]);
	return new Response(null, { status: 303, headers });
}
