import { type missingParameter, unsupportedGrant } from "../endpoint/token-errors";
import { PASSWORDLESS_GRANT, PASSWORDLESS_START } from "./grant-types";

/**
 * The token request behind an endpoint of passwordless login: `passwordless/start`, and `passwordless/verify`, where the
 * specification's "verification code as password" comes in.
 */
export function passwordlessToTokenRequest(
	path: string,
	parameters: URLSearchParams,
): { form: URLSearchParams } | ReturnType<typeof missingParameter> {
	const form = new URLSearchParams(parameters);
	if (path === "passwordless/start") {
		form.set("grant_type", PASSWORDLESS_START);
		return { form };
	}
	const grantType = form.get("grant_type") ?? "password";
	if (grantType !== "password") return unsupportedGrant(grantType);
	form.set("grant_type", PASSWORDLESS_GRANT);
	move(form, "password", "otp");
	move(form, "connection", "realm");
	return { form };
}

function move(form: URLSearchParams, from: string, to: string): void {
	const values = form.getAll(from);
	form.delete(from);
	form.delete(to);
	for (const value of values) form.append(to, value);
}
