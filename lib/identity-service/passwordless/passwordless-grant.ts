import { createHmac } from "node:crypto";
import type { TokenEndpointGrantContext } from "oidc-provider";
import { deriveKey } from "@/lib/secrets/sealed-text";
import { clientOf } from "../clients/client-authentication";
import { PASSWORDLESS_GRANT } from "../clients/grant-types";
import { CHANNELS, type Grant, type IdentityService } from "../context/identity-service";
import { requestOf } from "../context/node-bridge";
import type { ServiceRequest } from "../context/service-request";
import { grantNotAllowed, Refusal, unsupportedGrant } from "../http/refusal";
import { formOf, parametersOf, type Reading } from "../http/request-parameters";
import { respond } from "../http/respond";
import { clientInLog, logOtherConnection } from "../log/sign-ins";
import { requiredParameter } from "../oidc/extension";
import { type GrantContext, issueUserTokens } from "../oidc/user-tokens";
import { destinationOf, redeemLoginCode, sendLoginCode } from "./login-code";

/** Passwordless login: a code is sent by e-mail or SMS, then exchanged for tokens. */
export const passwordlessGrant: Grant = {
	name: PASSWORDLESS_GRANT,
	parameters: ["username", "otp", "realm", "scope", "resource"],
	signsIn: true,
	handle: exchangeCode,
};

/** Ignores the parameters of a link in the message, which browser libraries always send: only codes are sent. */
export const START_READING: Reading = { ignored: ["authParams"] };

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

/** `POST /passwordless/start`: sends a code. */
export async function handleStart(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const client = await clientOf(service, request);
	if (!client.grantTypeAllowed(PASSWORDLESS_GRANT)) throw grantNotAllowed(PASSWORDLESS_GRANT);
	const sent = parametersOf(formOf(request), ["connection", "email", "phone_number", "send"]);
	const channel = CHANNELS.find((known) => known === sent.connection);
	if (!channel) throw new Refusal(400, "bad.connection", "Connection does not exist");
	if (sent.send === "link") throw new Refusal(400, "bad.send", "Only codes can be sent: send must be code.");
	const parameter = channel === "sms" ? "phone_number" : "email";
	const destination = destinationOf(channel, sent[parameter] ?? "");
	if (!destination) throw new Refusal(400, `bad.${parameter}`, `The ${parameter} is missing or not valid.`);
	await sendLoginCode(service, { client, channel, destination, request });
	const _id = createHmac("sha256", deriveKey(service.secrets.identifiers, "passwordless-identity"))
		.update(JSON.stringify([channel, destination]))
		.digest("hex")
		.slice(0, 24);
	return respond(200, {
		_id,
		[parameter]: destination,
		[channel === "sms" ? "phone_verified" : "email_verified"]: false,
	});
}

async function exchangeCode(service: IdentityService, ctx: TokenEndpointGrantContext): Promise<void> {
	const destination = requiredParameter(ctx, "username");
	const code = requiredParameter(ctx, "otp");
	const realm = requiredParameter(ctx, "realm");
	const channel = CHANNELS.find((known) => known === realm);
	const request = requestOf(ctx);
	if (!channel) {
		const whose = { client: clientInLog(ctx.oidc.client), hint: destination };
		await logOtherConnection(service, { request, ...whose }, realm);
		throw new Refusal(400, "invalid_request", "Unknown or invalid realm.");
	}
	const target = { client: ctx.oidc.client, channel, destination, request };
	await issueUserTokens(service, ctx as GrantContext, async () => {
		const { userId, method } = await redeemLoginCode(service, target, code);
		return { userId, amr: [method] };
	});
}
