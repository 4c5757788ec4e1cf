import { cookies } from "next/headers";
import { readParameters, UnreadableBody } from "@/lib/identity-service/authentication/endpoint/request-parameters";
import type { LoginProblem } from "@/lib/identity-service/authentication/login/login";
import { currentService } from "@/lib/identity-service/current";
import { countRequest } from "@/lib/identity-service/http/rate/count-request";
import { remoteAddress } from "@/lib/identity-service/http/rate/remote-address";
import { respond } from "@/lib/identity-service/http/respond";
import type { IdentityService } from "@/lib/identity-service/identity-service";
import { type LoginRetry, RETRY_LIFETIME_SECONDS, retryCookieName } from "./login-retry";

export type LoginFormContext = { params: Promise<{ uid: string }> };

/** Where the browser goes on, or what the login page shows when it comes back; `way` is the form to come back to. */
type FormOutcome =
	| { returnTo: string }
	| { problem: LoginProblem; email?: string; codeSent?: boolean; way?: "code" }
	| { problem: null; email: string; codeSent: boolean; way: "code" };

type FormRun = (service: IdentityService, uid: string, form: URLSearchParams) => Promise<FormOutcome>;

/**
 * Answers a form of the login page. Anyone can call this: it looks at the origin itself, counts, and the login must
 * belong to the caller's browser. Native forms lead here rather than actions, because the framework would follow the
 * redirect to the application by itself before the browser does.
 */
export async function answerLoginForm(request: Request, { params }: LoginFormContext, run: FormRun): Promise<Response> {
	const { uid } = await params;
	const service = currentService();
	if (!service) return new Response("Not found\n", { status: 404 });
	const { issuer } = service.config;
	if (request.headers.get("origin") !== new URL(issuer).origin) return new Response("Refused\n", { status: 403 });
	const address = remoteAddress(request, service.config);
	const rate = await countRequest(service, `authentication:login:${address}`);
	if (rate && !rate.allowed) return respond(429, { error: "too_many_requests" }, rate);
	const form = await readParameters(request).catch(refusedBody);
	if (form instanceof Response) return form;
	const outcome = await run(service, uid, form);
	if ("returnTo" in outcome) return seeOther(new URL(outcome.returnTo, issuer), rate);
	const { problem, email = "", codeSent = false, way } = outcome;
	await rememberAttempt(issuer, uid, { problem, email: email.slice(0, 320), codeSent });
	const page = new URL(`/login/${encodeURIComponent(uid)}`, issuer);
	if (way) page.searchParams.set("way", way);
	return seeOther(page, rate);
}

async function rememberAttempt(issuer: string, uid: string, retry: LoginRetry): Promise<void> {
	(await cookies()).set(retryCookieName(issuer), JSON.stringify(retry), {
		path: `/login/${encodeURIComponent(uid)}`,
		httpOnly: true,
		sameSite: "lax",
		secure: issuer.startsWith("https:"),
		maxAge: RETRY_LIFETIME_SECONDS,
	});
}

function seeOther(location: URL, rate: Parameters<typeof respond>[2]): Response {
	return respond(303, undefined, rate, { Location: location.href });
}

function refusedBody(error: unknown): Response {
	if (error instanceof UnreadableBody) return new Response(`${error.message}\n`, { status: error.status });
	throw error;
}
