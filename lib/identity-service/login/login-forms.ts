import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { respond } from "../http/respond";
import { decideConsent } from "./consent-decision";
import { completeLogin } from "./login";
import { answerLoginPage } from "./login-page";
import { formRefusal, type LoginRetry, retryCookie } from "./login-retry";
import type { LoginWay } from "./login-way";
import { loginWithCode } from "./login-with-code";

/** Where the browser goes on: out of the login, or to another page of it. */
type FormResult = { returnTo: string } | { way: LoginWay; email: string; codeSent?: boolean; cookie?: string };

type LoginForm = {
	/** The page that the form is on, where it is another one than that for a password. */
	way?: LoginWay;
	/** The field that comes back when the form is refused. Passwords and codes never do. */
	emailField?: string;
	/** @throws Refusal with the code of a problem */
	run: (service: IdentityService, request: ServiceRequest, form: URLSearchParams) => Promise<FormResult>;
};

/**
 * Answers a form of the login page: by a redirect, or where too many sign in with the page itself. The login must belong
 * to the caller's browser.
 */
export function loginForm({ way, emailField = "", run }: LoginForm) {
	return async (service: IdentityService, request: ServiceRequest): Promise<Response> => {
		const { issuer } = service.config;
		const { form } = request;
		if (!form) throw new Error("The form was not read.");
		const back = { email: form.get(emailField) ?? "", codeSent: form.get("code") !== null, way };
		try {
			const result = await run(service, request, form);
			if ("returnTo" in result) return respond(303, undefined, { Location: new URL(result.returnTo, issuer).href });
			const { cookie, codeSent = false, ...next } = result;
			return toPage(service, request, { problem: null, codeSent, ...next }, cookie);
		} catch (error) {
			const { problem, headers } = formRefusal(error);
			const retry: LoginRetry = { problem, ...back, ...(problem === "expired" && { way: undefined }) };
			if (!headers) return toPage(service, request, retry);
			return answerLoginPage(service, request, { attempt: retry, way: way ?? null, status: 429, headers });
		}
	};
}

function toPage(
	{ config }: IdentityService,
	{ parameters }: ServiceRequest,
	retry: LoginRetry,
	cookie?: string,
): Response {
	const path = `/login/${parameters.uid}`;
	const page = new URL(retry.way ? `${path}?way=${retry.way}` : path, config.issuer);
	const response = respond(303, undefined, {
		...{ Location: page.href, "Set-Cookie": retryCookie(config.issuer, path, retry) },
	});
	if (cookie) response.headers.append("Set-Cookie", cookie);
	return response;
}

/** Signs a user in with an e-mail address and a password. */
export const answerPasswordForm = loginForm({
	emailField: "email",
	run: async (service, request, form) => ({
		returnTo: await completeLogin(service, request, {
			...{ email: form.get("email") ?? "", password: form.get("password") ?? "" },
		}),
	}),
});

/** Sends a code, or signs a user in with one. */
export const answerCodeForm = loginForm({
	...{ way: "code", emailField: "destination" },
	async run(service, request, form) {
		const destination = form.get("destination") ?? "";
		const returnTo = await loginWithCode(service, request, { destination, code: form.get("code") });
		return returnTo === "sent" ? { way: "code", email: destination, codeSent: true } : { returnTo };
	},
});

/** Takes a user's answer to what another company's application asks for. */
export const answerConsentForm = loginForm({
	run: async (service, request, form) => ({
		returnTo: await decideConsent(service, request, form.get("decision") === "allow"),
	}),
});
