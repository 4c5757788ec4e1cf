import { rateHeaders } from "../../http/rate/rate-headers";
import { respond } from "../../http/respond";
import type { IdentityService } from "../../identity-service";
import { decideConsent } from "./consent-decision";
import { completeLogin } from "./login";
import { answerLoginPage } from "./login-page";
import { type LoginRetry, retryCookie } from "./login-retry";
import { loginWithCode } from "./login-with-code";
import { readOwnForm } from "./own-form";
import { PASSWORD_RETRY_SECONDS } from "./password-check";

/** Where the browser goes on, or what the login page shows when it comes back; `way` is the form to come back to. */
export type FormOutcome =
	| { returnTo: string }
	| (Partial<LoginRetry> & { problem: LoginRetry["problem"]; cookie?: string });

type SentForm = { service: IdentityService; uid: string; headers: Headers; form: URLSearchParams };

/** What the page answers by itself, because so many others wait. */
const PUT_OFF: readonly LoginRetry["problem"][] = ["busy", "busy-account"];

/**
 * Answers a form of the login page: by a redirect, or where too many sign in with the page itself. The login must belong
 * to the caller's browser.
 */
export async function answerForm(
	service: IdentityService,
	request: Request,
	uid: string,
	run: (sent: SentForm) => Promise<FormOutcome>,
): Promise<Response> {
	const { issuer } = service.config;
	const path = `/login/${uid}`;
	const read = await readOwnForm(service, request, "login", { back: toSignIn(uid) });
	if ("refusal" in read) return read.refusal;
	const { form, rate } = read;
	const outcome = await run({ service, uid, headers: request.headers, form });
	if ("returnTo" in outcome) return respond(303, undefined, rate, { Location: new URL(outcome.returnTo, issuer).href });
	const { problem, email = "", codeSent = false, way, cookie } = outcome;
	const retry: LoginRetry = { problem, email, codeSent, way };
	if (PUT_OFF.includes(problem)) {
		const headers = { ...rateHeaders(rate), "retry-after": String(PASSWORD_RETRY_SECONDS) };
		return answerLoginPage(service, request, uid, { attempt: retry, way: way ?? null, status: 429, headers });
	}
	const page = new URL(way ? `${path}?way=${way}` : path, issuer);
	const answer = respond(303, undefined, rate, { Location: page.href, "Set-Cookie": retryCookie(issuer, path, retry) });
	if (cookie) answer.headers.append("Set-Cookie", cookie);
	return answer;
}

/** The way from a refusal back to the page of a login. */
export function toSignIn(uid: string): { href: string; label: string } {
	return { href: `/login/${uid}`, label: "Back to the sign-in" };
}

export type FormHandler = (service: IdentityService, request: Request, uid: string) => Promise<Response>;

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
