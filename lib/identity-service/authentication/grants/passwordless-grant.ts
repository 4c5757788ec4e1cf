import { createHmac } from "node:crypto";
import type Provider from "oidc-provider";
import { errors, type KoaContextWithOIDC, type TokenEndpointGrantContext } from "oidc-provider";
import { deriveKey } from "@/lib/secrets/sealed-text";
import type { IdentityService } from "../../identity-service";
import { limitedAddress } from "../endpoint/node-bridge";
import { protocolError } from "../endpoint/protocol-error";
import { requiredParameter } from "../endpoint/required-parameter";
import { CONNECTIONS, type Connection } from "../login/connection";
import { destinationOf, redeemLoginCode, sendLoginCode } from "../login/login-code";
import type { LoginThrottle } from "../login/login-throttle";
import { answerWithUserTokens, type GrantContext } from "../refresh-tokens/user-tokens";
import { PASSWORDLESS_GRANT, PASSWORDLESS_START } from "./grant-types";
import { tooManyAttempts } from "./password-grant";

type Throttles = { logins: LoginThrottle; messages: LoginThrottle };

/**
 * Passwordless login: a code is sent by e-mail or text message, then exchanged for tokens. The start of it, which has an
 * endpoint of its own, runs through the token endpoint as well, because the library authenticates clients there.
 */
export function registerPasswordlessGrants(service: IdentityService, provider: Provider, throttles: Throttles): void {
	provider.registerGrantType(
		PASSWORDLESS_START,
		(ctx: TokenEndpointGrantContext) => start(service, throttles.messages, ctx),
		["connection", "email", "phone_number", "send"],
	);
	provider.registerGrantType(PASSWORDLESS_GRANT, (ctx: GrantContext) => exchangeCode(service, throttles.logins, ctx), [
		"username",
		"otp",
		"realm",
		"scope",
		"resource",
	]);
}

async function start(service: IdentityService, throttle: LoginThrottle, ctx: KoaContextWithOIDC): Promise<void> {
	const { client, params } = ctx.oidc;
	const connection = CONNECTIONS.find((known) => known === params?.connection);
	if (!client || !connection) throw protocolError(400, "bad.connection", "Connection does not exist");
	if (params?.send === "link") throw protocolError(400, "bad.send", "Only codes can be sent: send must be code.");
	const parameter = connection === "sms" ? "phone_number" : "email";
	const destination = destinationOf(connection, String(params?.[parameter] ?? ""));
	if (!destination) throw protocolError(400, `bad.${parameter}`, `The ${parameter} is missing or is not one.`);
	const address = limitedAddress(ctx.req);
	if (!(await throttle.begin(destination, address))) throw tooManyAttempts();
	const applicationName = client.clientName ?? client.clientId;
	await sendLoginCode(service, { clientId: client.clientId, applicationName, connection, destination, address });
	const _id = createHmac("sha256", deriveKey(service.secrets.identifiers, "passwordless-identity"))
		.update(JSON.stringify([connection, destination]))
		.digest("hex")
		.slice(0, 24);
	ctx.body =
		connection === "sms"
			? { _id, phone_number: destination, phone_verified: false }
			: { _id, email: destination, email_verified: false };
}

async function exchangeCode(service: IdentityService, throttle: LoginThrottle, ctx: GrantContext): Promise<void> {
	const username = requiredParameter(ctx, "username");
	const code = requiredParameter(ctx, "otp");
	const realm = requiredParameter(ctx, "realm");
	const connection: Connection | undefined = CONNECTIONS.find((known) => known === realm);
	if (!connection) throw protocolError(400, "invalid_request", "Unknown or invalid realm.");
	const destination = destinationOf(connection, username);
	const address = limitedAddress(ctx.req);
	if (!(await throttle.begin(destination ?? username, address))) throw tooManyAttempts();
	const key = { client_id: ctx.oidc.client.clientId, connection, destination: destination ?? "" };
	const userId = await redeemLoginCode(service, key, code);
	if (userId === null) throw new errors.InvalidGrant();
	await throttle.succeeded(destination ?? username, address);
	await answerWithUserTokens(service, ctx, userId, [connection === "sms" ? "sms" : "otp"]);
}
