import { createHmac } from "node:crypto";
import type { TokenEndpointGrantContext } from "oidc-provider";
import { deriveKey } from "@/lib/secrets/sealed-text";
import { PASSWORDLESS_GRANT, PASSWORDLESS_START } from "../clients/grant-types";
import { CHANNELS, type IdentityService } from "../context/identity-service";
import { requestOf } from "../context/node-bridge";
import { Refusal } from "../http/refusal";
import { type Grant, requiredParameter } from "../oidc/grant";
import { answerWithUserTokens, type GrantContext } from "../oidc/user-tokens";
import { tooManyAttempts } from "../passwords/password-grant";
import { destinationOf, redeemLoginCode, sendLoginCode } from "./login-code";

/**
 * Passwordless login: a code is sent by e-mail or text message, then exchanged for tokens. The start of it, which has an
 * endpoint of its own, runs through the token endpoint as well, because the library authenticates clients there.
 */
export const passwordlessGrants: readonly Grant[] = [
	{
		name: PASSWORDLESS_START,
		parameters: ["connection", "email", "phone_number", "send"],
		isInner: true,
		announcedAs: PASSWORDLESS_GRANT,
		isAllowed: (grants) => grants.includes(PASSWORDLESS_GRANT),
		handle: start,
	},
	{ name: PASSWORDLESS_GRANT, parameters: ["username", "otp", "realm", "scope", "resource"], handle: exchangeCode },
];

async function start(service: IdentityService, ctx: TokenEndpointGrantContext): Promise<void> {
	const { client, params } = ctx.oidc;
	const channel = CHANNELS.find((known) => known === params.connection);
	if (!channel) throw new Refusal(400, "bad.connection", "Connection does not exist");
	if (params.send === "link") throw new Refusal(400, "bad.send", "Only codes can be sent: send must be code.");
	const parameter = channel === "sms" ? "phone_number" : "email";
	const destination = destinationOf(channel, String(params[parameter] ?? ""));
	if (!destination) throw new Refusal(400, `bad.${parameter}`, `The ${parameter} is missing or is not one.`);
	const { address } = requestOf(ctx);
	if (!(await service.throttles.messages.begin(destination, address))) throw tooManyAttempts();
	const applicationName = client.clientName ?? client.clientId;
	await sendLoginCode(service, { clientId: client.clientId, applicationName, channel, destination, address });
	const _id = createHmac("sha256", deriveKey(service.secrets.identifiers, "passwordless-identity"))
		.update(JSON.stringify([channel, destination]))
		.digest("hex")
		.slice(0, 24);
	ctx.body =
		channel === "sms"
			? { _id, phone_number: destination, phone_verified: false }
			: { _id, email: destination, email_verified: false };
}

async function exchangeCode(service: IdentityService, ctx: TokenEndpointGrantContext): Promise<void> {
	const username = requiredParameter(ctx, "username");
	const code = requiredParameter(ctx, "otp");
	const realm = requiredParameter(ctx, "realm");
	const channel = CHANNELS.find((known) => known === realm);
	if (!channel) throw new Refusal(400, "invalid_request", "Unknown or invalid realm.");
	const destination = destinationOf(channel, username);
	const { address } = requestOf(ctx);
	const { logins } = service.throttles;
	if (!(await logins.begin(destination ?? username, address))) throw tooManyAttempts();
	const key = { client_id: ctx.oidc.client.clientId, connection: channel, destination: destination ?? "" };
	const userId = await redeemLoginCode(service, key, code);
	if (userId === null) {
		throw new Refusal(403, "invalid_grant", "Wrong email or phone number, or wrong verification code.");
	}
	await logins.succeeded(destination ?? username, address);
	await answerWithUserTokens(service, ctx as GrantContext, userId, [channel === "sms" ? "sms" : "otp"]);
}
