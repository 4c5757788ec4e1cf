import "server-only";
import { cookies } from "next/headers";
import { NextRequest, NextResponse } from "next/server";
import NextAuth from "next-auth";
import { decode } from "next-auth/jwt";
import { waitForTenant } from "@/lib/process/request-context";
import { cookieName, dashboardConfig } from "../config";
import { logInRequest } from "../request/request-id";
import { dashboardSecrets } from "../secrets/dashboard-secrets";
import { nextAuthOptions, PROVIDER_ID } from "./next-auth-options";
import { forgetSignOut } from "./sign-out";

/**
 * next-auth's route handler; errors redirect to the sign-in page.
 * @param step path after `/api/auth/`, for example `["callback", "identity-service"]`
 */
export async function answerWithNextAuth(request: NextRequest, step: string[]): Promise<Response> {
	const tooMany = new Error("Too many wait for the tenant.");
	const options = nextAuthOptions(await secretOfSignIn(request));
	const answer = await waitForTenant<Response>(
		() => NextAuth(request, { params: { nextauth: step } }, options),
		() => tooMany,
	).catch((error: unknown) => {
		if (error !== tooMany) throw error;
		logInRequest("warn", { reason: tooMany.message }, "sign-in failed");
		return notCompleted();
	});
	return answer.status < 400 ? answer : notCompleted();
}

function notCompleted(): Response {
	return new Response(null, { status: 303, headers: { location: "/sign-in?error=Configuration" } });
}

/**
 * The secret that a sign-in's state was encrypted with, else the current one. They differ where the secret was rotated, or
 * another instance began the sign-in.
 */
export async function secretOfSignIn(request: NextRequest): Promise<string> {
	const { current, known } = await dashboardSecrets();
	const salt = cookieName("state", dashboardConfig());
	const token = request.cookies.get(salt)?.value;
	if (!token || known.length === 1) return current;
	for (const secret of known) {
		if (await decode({ token, secret, salt }).catch(() => null)) return secret;
	}
	return current;
}

/**
 * Begins a sign-in: the response redirects to the tenant and sets the cookies that the callback checks. next-auth requires
 * a form with its CSRF token. No page can set a cookie, so the two requests of its script are made here, with this
 * request's cookies; the caller checks the origin.
 * @param callbackPath where to go afterwards, a path on this origin
 * @param switchAccount prompts for credentials even with a session at the tenant
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
