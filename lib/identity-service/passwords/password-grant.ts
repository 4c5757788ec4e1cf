import type { TokenEndpointGrantContext } from "oidc-provider";
import { PASSWORD_GRANT, PASSWORD_REALM_GRANT } from "../clients/grant-types";
import { DATABASE_CONNECTION } from "../connections/own-connections";
import type { IdentityService } from "../context/identity-service";
import { requestOf } from "../context/node-bridge";
import { Refusal } from "../http/refusal";
import { type Grant, requiredParameter } from "../oidc/grant";
import { answerWithUserTokens, type GrantContext } from "../oidc/user-tokens";
import { checkPassword, tooManyPasswords } from "./password-check";

const PARAMETERS = ["username", "password", "scope", "resource"];

/**
 * RFC 6749 section 4.3, the resource owner password grant, with and without a named connection. Off for a client unless
 * it is registered with it: the application sees the password (RFC 9700 section 2.4 forbids it to new ones).
 */
export const passwordGrants: readonly Grant[] = [
	{ name: PASSWORD_GRANT, parameters: PARAMETERS, handle: exchangePassword },
	{
		name: PASSWORD_REALM_GRANT,
		parameters: [...PARAMETERS, "realm"],
		async handle(service, ctx) {
			const realm = requiredParameter(ctx, "realm");
			if (realm !== DATABASE_CONNECTION) throw new Refusal(400, "invalid_request", "Unknown or invalid realm.");
			await exchangePassword(service, ctx);
		},
	},
];

async function exchangePassword(service: IdentityService, ctx: TokenEndpointGrantContext): Promise<void> {
	const email = requiredParameter(ctx, "username");
	const password = requiredParameter(ctx, "password");
	const outcome = await checkPassword(service, { email, password, address: requestOf(ctx).address });
	if (outcome === "busy") throw tooManyPasswords();
	if (outcome === "blocked") throw tooManyAttempts();
	if (outcome === "credentials") throw new Refusal(403, "invalid_grant", "Wrong email or password.");
	await answerWithUserTokens(service, ctx as GrantContext, outcome.user_id, ["pwd"]);
}

/** 429 for an attempt at a blocked account, right or wrong. */
export function tooManyAttempts(): Refusal {
	const message = "Your account has been blocked after multiple consecutive login attempts. Try again in 15 minutes.";
	return new Refusal(429, "too_many_attempts", message);
}
