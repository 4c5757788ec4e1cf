import { countRequest } from "../../http/rate/count-request";
import { rateHeaders } from "../../http/rate/rate-headers";
import { remoteAddress } from "../../http/rate/remote-address";
import { respond } from "../../http/respond";
import type { IdentityService } from "../../identity-service";
import { answerProblem, tooManyRequests } from "../../pages/problem";
import { readParameters, UnreadableBody } from "../endpoint/request-parameters";
import { decideConsent } from "./consent-decision";
import { completeLogin, type LoginProblem } from "./login";
import { answerLoginPage } from "./login-page";
import { type LoginRetry, retryCookie } from "./login-retry";
import { loginWithCode } from "./login-with-code";
import { PASSWORD_RETRY_SECONDS } from "./password-check";

/** Where the browser goes on, or what the login page shows when it comes back; `way` is the form to come back to. */
type FormOutcome =
	| { returnTo: string }
	| { problem: LoginProblem; email?: string; codeSent?: boolean; way?: "code" }
	| { problem: null; email: string; codeSent: boolean; way: "code" };

type SentForm = { service: IdentityService; uid: string; headers: Headers; form: URLSearchParams };

/**
 * Answers a form of the login page: by a redirect, or where too many sign in with the page itself. Anyone can call this: it looks at the origin itself, counts, and the
 * login must belong to the caller's browser.
 */
async function answerForm(
	service: IdentityService,
	request: Request,
	uid: string,
	run: (sent: SentForm) => Promise<FormOutcome>,
): Promise<Response> {
	const { issuer } = service.config;
	const path = `/login/${uid}`;
	const back = toSignIn(uid);
	if (request.headers.get("origin") !== new URL(issuer).origin) {
		const description = "The form did not come from this service's own pages. Nothing was changed.";
		return answerProblem(request, { status: 403, error: "access_denied", description, back });
	}
	const rate = await countRequest(service, `authentication:login:${remoteAddress(request, service.config)}`);
	if (rate && !rate.allowed) return answerProblem(request, { ...tooManyRequests(), headers: rateHeaders(rate), back });
	const form = await readParameters(request).catch((error: unknown) => {
		if (error instanceof UnreadableBody) return error;
		throw error;
	});
	if (form instanceof UnreadableBody) {
		return answerProblem(request, { status: form.status, error: "invalid_request", description: form.message, back });
	}
	const outcome = await run({ service, uid, headers: request.headers, form });
	if ("returnTo" in outcome) return respond(303, undefined, rate, { Location: new URL(outcome.returnTo, issuer).href });
	const { problem, email = "", codeSent = false, way } = outcome;
	const retry: LoginRetry = { problem, email, codeSent };
	if (problem === "busy") {
		const headers = { ...rateHeaders(rate), "retry-after": String(PASSWORD_RETRY_SECONDS) };
		return answerLoginPage(service, request, uid, { attempt: retry, status: 429, headers });
	}
	const page = new URL(way ? `${path}?way=${way}` : path, issuer);
	return respond(303, undefined, rate, { Location: page.href, "Set-Cookie": retryCookie(issuer, path, retry) });
}

/** The way from a refusal back to the page of a login. */
export function toSignIn(uid: string): { href: string; label: string } {
	return { href: `/login/${uid}`, label: "Back to the sign-in" };
}

type FormHandler = (service: IdentityService, request: Request, uid: string) => Promise<Response>;

/** Signs a user in with an e-mail address and a password. */
export const answerPasswordForm: FormHandler = (...sent) =>
	answerForm(...sent, async ({ service, uid, headers, form }) => {
		const credentials = { email: form.get("email") ?? "", password: form.get("password") ?? "" };
		const outcome = await completeLogin(service, uid, headers, credentials);
		return "returnTo" in outcome ? outcome : { ...outcome, email: credentials.email };
	});

/** Sends a code, or signs a user in with one. */
export const answerCodeForm: FormHandler = (...sent) =>
	answerForm(...sent, async ({ service, uid, headers, form }) => {
		const email = form.get("destination") ?? "";
		const code = form.get("code");
		const outcome = await loginWithCode(service, uid, headers, { destination: email, code });
		if (outcome === "sent") return { problem: null, email, codeSent: true, way: "code" };
		return "returnTo" in outcome ? outcome : { ...outcome, email, codeSent: code !== null, way: "code" };
	});

/** Takes a user's answer to what another company's application asks for. */
export const answerConsentForm: FormHandler = (...sent) =>
	answerForm(...sent, ({ service, uid, headers, form }) =>
		decideConsent(service, uid, headers, form.get("decision") === "allow"),
	);
