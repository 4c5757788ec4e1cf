import type Provider from "oidc-provider";
import { errors, type TokenEndpointGrantContext } from "oidc-provider";
import type { IdentityService } from "../../identity-service";
import { limitedAddress } from "../endpoint/node-bridge";
import { protocolError } from "../endpoint/protocol-error";
import { requiredParameter } from "../endpoint/required-parameter";
import { DATABASE_CONNECTION } from "../login/connection";
import type { LoginThrottle } from "../login/login-throttle";
import { checkPassword, PASSWORD_RETRY_SECONDS } from "../login/password-check";
import { answerWithUserTokens, type GrantContext } from "../refresh-tokens/user-tokens";
import { PASSWORD_GRANT, PASSWORD_REALM_GRANT } from "./grant-types";

type PasswordContext = TokenEndpointGrantContext<{ username?: string; password?: string; realm?: string }>;

/**
 * RFC 6749 section 4.3, the resource owner password grant, with and without a named connection. Off for a client unless
 * it is registered with it: the application sees the password (RFC 9700 section 2.4 forbids it to new ones).
 */
export function registerPasswordGrants(service: IdentityService, provider: Provider, throttle: LoginThrottle): void {
	const parameters = ["username", "password", "scope", "resource"];
	const handle = async (ctx: PasswordContext & GrantContext) => {
		const email = requiredParameter(ctx, "username");
		const password = requiredParameter(ctx, "password");
		const outcome = await checkPassword(service, throttle, { email, password, address: limitedAddress(ctx.req) });
		if (outcome === "busy") {
			ctx.set("retry-after", String(PASSWORD_RETRY_SECONDS));
			throw tooManyLogins();
		}
		if (outcome === "blocked") throw tooManyAttempts();
		if (outcome === "credentials") throw new errors.InvalidGrant();
		await answerWithUserTokens(service, ctx, outcome.user_id, ["pwd"]);
	};
	provider.registerGrantType(PASSWORD_GRANT, handle, parameters);
	provider.registerGrantType(
		PASSWORD_REALM_GRANT,
		async (ctx: PasswordContext & GrantContext) => {
			const realm = requiredParameter(ctx, "realm");
			if (realm !== DATABASE_CONNECTION) throw protocolError(400, "invalid_request", "Unknown or invalid realm.");
			await handle(ctx);
		},
		[...parameters, "realm"],
	);
}

/** The answer to an attempt that was not looked at, because too many others wait. */
function tooManyLogins(): errors.OIDCProviderError {
	const description = `Too many passwords are being checked at the moment. Try again in ${PASSWORD_RETRY_SECONDS} seconds.`;
	return protocolError(429, "too_many_requests", description);
}

/** The answer to an attempt at a blocked account, right or wrong. */
export function tooManyAttempts(): errors.OIDCProviderError {
	return protocolError(
		429,
		"too_many_attempts",
		"Your account has been blocked after multiple consecutive login attempts. Try again in 15 minutes.",
	);
}
