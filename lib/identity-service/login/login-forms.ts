import { webOriginsOf } from "../clients/across-origins";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { Refusal } from "../http/refusal";
import { formOf } from "../http/request-parameters";
import { seeOther } from "../http/respond";
import { OPENER_HEADER, OPENER_KEPT } from "../oidc/web-message";
import { completeLogin, findInteraction, resolveConsent } from "./login";
import { type LoginWay, loginPath } from "./login-address";
import { handleLoginPage } from "./login-page";
import { formRefusal, type LoginRetry, retryCookie } from "./login-problems";
import { loginWithCode } from "./login-with-code";

type Handler = (service: IdentityService, request: ServiceRequest) => Promise<Response>;

/** The address that the browser is redirected to after the login, or another page of the login. */
type FormResult = { returnTo: string } | { way: LoginWay; email: string; codeSent?: boolean; cookie?: string };

type LoginForm = {
	/** The page of the form, where it is not that for a password. */
	way?: LoginWay;
	/** The field that is filled in again when the form is refused; never a password or code. */
	emailField?: string;
	/** @throws Refusal with the name of a problem */
	run: (service: IdentityService, request: ServiceRequest, form: URLSearchParams) => Promise<FormResult>;
};

/**
 * Responds to a form of the login page with a redirect, or with the page itself where the user has to wait. The login must
 * belong to the caller's browser.
 */
export function loginForm({ way, emailField = "", run }: LoginForm): Handler {
	return withOpener(async (service, request) => {
		const { issuer } = service.config;
		const form = formOf(request);
		try {
			const result = await run(service, request, form);
			if ("returnTo" in result) return seeOther(new URL(result.returnTo, issuer));
			const { cookie, codeSent = false, ...next } = result;
			return toPage(service, request, { problem: null, codeSent, ...next }, cookie);
		} catch (error) {
			const { problem, wait } = formRefusal(error);
			const retry: LoginRetry = {
				problem,
				email: form.get(emailField) ?? "",
				codeSent: form.get("code") !== null,
				way: problem === "expired" ? undefined : way,
			};
			return wait === undefined
				? toPage(service, request, retry)
				: handleLoginPage(service, request, { ...retry, wait });
		}
	});
}

function toPage(
	{ config: { issuer } }: IdentityService,
	{ parameters: { uid } }: ServiceRequest,
	retry: LoginRetry,
	cookie?: string,
): Response {
	const cookies = [retryCookie(issuer, loginPath(uid), retry), ...(cookie ? [cookie] : [])];
	return seeOther(new URL(loginPath(uid, retry.way), issuer), cookies);
}

/** Signs a user in with an e-mail address and a password. */
export const handlePasswordForm = loginForm({
	emailField: "email",
	async run(service, request, form) {
		const typed = { email: form.get("email") ?? "", password: form.get("password") ?? "" };
		return { returnTo: await completeLogin(service, request, typed) };
	},
});

/** Sends a code, or signs a user in with one. */
export const handleCodeForm = loginForm({
	way: "code",
	emailField: "destination",
	async run(service, request, form) {
		const destination = form.get("destination") ?? "";
		const returnTo = await loginWithCode(service, request, destination, form.get("code"));
		return returnTo === null ? { way: "code", email: destination, codeSent: true } : { returnTo };
	},
});

/** Accepts a user's decision on what another company's application requests. */
export const handleConsentForm = loginForm({
	run: async (service, request, form) => ({
		returnTo: await resolveConsent(service, request, form.get("decision") === "allow"),
	}),
});

/** Accepts a form from the service's own pages alone. @throws Refusal 403 for one that another origin sent */
export function ownPages({ config }: IdentityService, request: ServiceRequest): void {
	if (request.headers.get("origin") === new URL(config.issuer).origin) return;
	const message = "The form did not come from this service's own pages. Nothing was changed.";
	throw new Refusal(403, "access_denied", message);
}

/**
 * Keeps the opener (see `keepOpener`) for the page of a login and its forms where the application needs it. A refused
 * request is not looked up and loses its opener, unless the browser may try again in a moment.
 */
export function withOpener(handle: Handler): Handler {
	return async (service, request) => {
		const response = await handle(service, request);
		const continues = response.status < 400 || response.headers.has("retry-after");
		const interaction = continues && (await findInteraction(service, request));
		const client = interaction && (await service.oidc().provider.Client.find(interaction.clientId));
		if (client && webOriginsOf(client).length > 0) response.headers.set(OPENER_HEADER, OPENER_KEPT);
		return response;
	};
}
