import { PASSWORDLESS_GRANT, PASSWORDLESS_START } from "../clients/grant-types";
import { unsupportedGrant } from "../http/refusal";
import type { Reading } from "../http/request-parameters";

/** What a link in a message would ask for when it is opened is ignored; only codes are sent. Browser libraries send it with each. */
export const START_READING: Reading = { passedOver: ["authParams"] };

/** The token request behind `POST /passwordless/start`. */
export function startRequest(parameters: URLSearchParams): URLSearchParams {
	const form = new URLSearchParams(parameters);
	form.set("grant_type", PASSWORDLESS_START);
	return form;
}

/** The token request behind `POST /passwordless/verify`: the specification's "verification code as password". */
export function verifyRequest(parameters: URLSearchParams): URLSearchParams {
	const form = new URLSearchParams(parameters);
	const grantType = form.get("grant_type") ?? "password";
	if (grantType !== "password") throw unsupportedGrant(grantType);
	form.set("grant_type", PASSWORDLESS_GRANT);
	rename(form, "password", "otp");
	rename(form, "connection", "realm");
	return form;
}

function rename(form: URLSearchParams, from: string, to: string): void {
	const values = form.getAll(from);
	form.delete(from);
	form.delete(to);
	for (const value of values) form.append(to, value);
}
