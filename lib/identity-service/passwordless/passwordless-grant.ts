import { createHmac } from "node:crypto";
import type { TokenEndpointGrantContext } from "oidc-provider";
import { deriveKey } from "@/lib/secrets/sealed-text";
import { PASSWORDLESS_GRANT } from "../clients/grant-types";
import { CHANNELS, type Grant, type IdentityService } from "../context/identity-service";
import { requestOf } from "../context/node-bridge";
import { Refusal, unsupportedGrant } from "../http/refusal";
import type { Reading } from "../http/request-parameters";
import { requiredParameter } from "../oidc/extension";
import { type GrantContext, issueUserTokens } from "../oidc/user-tokens";
import { destinationOf, redeemLoginCode, sendLoginCode } from "./login-code";

/** The first step of the grant. Never announced. */
const PASSWORDLESS_START = "urn:identity-service:passwordless-start";

/**
 * Passwordless login: a code is sent by e-mail or SMS, then exchanged for tokens. The start, which has an endpoint of its
 * own, is passed through the token endpoint as well, because the library authenticates clients there.
 */
export const passwordlessGrants: readonly Grant[] = [
	{
		name: PASSWORDLESS_START,
		parameters: ["connection", "email", "phone_number", "send"],
		isInner: true,
		announcedAs: PASSWORDLESS_GRANT,
		allowedWith: PASSWORDLESS_GRANT,
		handle: start,
	},
	{
		name: PASSWORDLESS_GRANT,
		parameters: ["username", "otp", "realm", "scope", "resource"],
		signsIn: true,
		handle: exchangeCode,
	},
];

/** Ignores the parameters of a link in the message, which browser libraries always send: only codes are sent. */
export const START_READING: Reading = { ignored: ["authParams"] };

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

async function start(service: IdentityService, ctx: TokenEndpointGrantContext): Promise<void> {
	const { client, params } = ctx.oidc;
	const channel = CHANNELS.find((known) => known === params.connection);
	if (!channel) throw new Refusal(400, "bad.connection", "Connection does not exist");
	if (params.send === "link") throw new Refusal(400, "bad.send", "Only codes can be sent: send must be code.");
	const parameter = channel === "sms" ? "phone_number" : "email";
	const destination = destinationOf(channel, String(params[parameter] ?? ""));
	if (!destination) throw new Refusal(400, `bad.${parameter}`, `The ${parameter} is missing or is not one.`);
	await sendLoginCode(service, { client, channel, destination, address: requestOf(ctx).address });
	const _id = createHmac("sha256", deriveKey(service.secrets.identifiers, "passwordless-identity"))
		.update(JSON.stringify([channel, destination]))
		.digest("hex")
		.slice(0, 24);
	ctx.body = {
		...{ _id, [parameter]: destination },
		[channel === "sms" ? "phone_verified" : "email_verified"]: false,
	};
}

async function exchangeCode(service: IdentityService, ctx: TokenEndpointGrantContext): Promise<void> {
	const destination = requiredParameter(ctx, "username");
	const code = requiredParameter(ctx, "otp");
	const realm = requiredParameter(ctx, "realm");
	const channel = CHANNELS.find((known) => known === realm);
	if (!channel) throw new Refusal(400, "invalid_request", "Unknown or invalid realm.");
	const target = { client: ctx.oidc.client, channel, destination, address: requestOf(ctx).address };
	await issueUserTokens(service, ctx as GrantContext, async () => {
		const { userId, method } = await redeemLoginCode(service, target, code);
		return { userId, amr: [method] };
	});
}
