import { type NextRequest, NextResponse } from "next/server";
import { redirectOriginOfLogin } from "./lib/redirect-origin-of-login";

/** Endpoints that other programs call: they keep their own rules about origins. */
const PROTOCOL_PATHS =
	/^\/(api\/v2|oauth|authorize|userinfo|oidc|v2\/logout|\.well-known|passwordless|dbconnections|samlp|wsfed|delegation|login\/callback)(\/|$)/;
const HEALTH_PATHS = /^\/(healthz|readyz)$/;
const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/** Two years, so that browsers never try plain http again once they have come by https. */
const HSTS = "max-age=63072000";
const REQUEST_ID_HEADER = "x-request-id";
const REQUEST_ID = /^[\w.:-]{8,128}$/;

/** Gives every request an identifier, or keeps the one that came with it, and answers with it. */
export async function proxy(request: NextRequest): Promise<NextResponse> {
	const given = request.headers.get(REQUEST_ID_HEADER) ?? "";
	const requestId = REQUEST_ID.test(given) ? given : crypto.randomUUID();
	const response = await guard(request, requestId);
	response.headers.set(REQUEST_ID_HEADER, requestId);
	if (process.env.APP_URL?.startsWith("https://")) response.headers.set("strict-transport-security", HSTS);
	return response;
}

/**
 * Headers for every answer, the canonical host for reads, and a first refusal of foreign writes. It is not the lock:
 * every page, handler and action checks its session, role and origin itself.
 */
async function guard(request: NextRequest, requestId: string): Promise<NextResponse> {
	const { pathname, search } = request.nextUrl;
	const appUrl = process.env.APP_URL || `http://localhost:${process.env.PORT || "3000"}`;
	const origin = request.headers.get("origin");
	const isRead = SAFE_METHODS.includes(request.method);
	// A read that names this origin is the framework's own: it renders ahead what an action redirects to.
	const isForeignHost = request.headers.get("host") !== new URL(appUrl).host && origin !== appUrl;
	if (isRead && isForeignHost && !HEALTH_PATHS.test(pathname)) {
		return new NextResponse(null, {
			status: 307,
			headers: { location: appUrl + pathname + search, "cache-control": "no-store" },
		});
	}
	if (PROTOCOL_PATHS.test(pathname)) return NextResponse.next();
	if (!isRead && origin !== appUrl) {
		return new NextResponse("Refused: the request did not come from this console's own pages.\n", {
			status: 403,
			headers: { "content-type": "text/plain", "cache-control": "private, no-store" },
		});
	}
	const nonce = btoa(crypto.randomUUID());
	const policy = contentSecurityPolicy(nonce, await formAction(pathname));
	const headers = new Headers(request.headers);
	headers.set("content-security-policy", policy);
	headers.set(REQUEST_ID_HEADER, requestId);
	const response = NextResponse.next({ request: { headers } });
	response.headers.set("content-security-policy", policy);
	response.headers.set("cache-control", "private, no-store");
	return response;
}

function contentSecurityPolicy(nonce: string, formTargets: string): string {
	const isDevelopment = process.env.NODE_ENV === "development";
	return [
		"default-src 'self'",
		`script-src 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
		`style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ""}`,
		"img-src 'self' data:",
		"object-src 'none'",
		"base-uri 'none'",
		`form-action 'self'${formTargets}`,
		"frame-ancestors 'none'",
	].join("; ");
}

/**
 * Where forms may lead besides this origin. Browsers check every redirect behind a form too: signing in leads to the
 * tenant, the login page back to the application that waits.
 */
async function formAction(pathname: string): Promise<string> {
	if (pathname === "/sign-in" && process.env.AUTH_BASE_URL) return ` ${new URL(process.env.AUTH_BASE_URL).origin}`;
	const login = /^\/login\/([^/]+)$/.exec(pathname)?.[1];
	const target = login && (await redirectOriginOfLogin(login));
	return target ? ` ${target}` : "";
}

export const config = { matcher: ["/((?!_next/static|favicon.ico|icon.svg).*)"] };
