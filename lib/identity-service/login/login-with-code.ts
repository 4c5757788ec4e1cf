import type { Client } from "oidc-provider";
import { PASSWORDLESS_GRANT } from "../clients/grant-types";
import type { Channel, IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { destinationOf, redeemLoginCode, sendLoginCode } from "../passwordless/login-code";
import { finishLogin, requireInteraction } from "./login";
import { loginRefusal } from "./login-problems";

/** Whether users of an application may sign in with a code by e-mail or SMS. */
export function offersCode(client: Client | undefined): boolean {
	return client?.grantTypeAllowed(PASSWORDLESS_GRANT) ?? false;
}

/**
 * Passwordless login on the login page. Without a code (null) one is sent to the destination, with one the login is
 * finished. Unknown destinations get the same responses.
 * @param typed an e-mail address or a phone number
 * @returns the address to redirect to; null where the page must show the field for the code
 * @throws Refusal
 */
export async function loginWithCode(
	service: IdentityService,
	request: ServiceRequest,
	typed: string,
	code: string | null,
): Promise<string | null> {
	const interaction = await requireInteraction(service, request);
	const client = await service.oidc().provider.Client.find(interaction.clientId);
	if (!client || !offersCode(client)) throw loginRefusal("expired");
	const channel: Channel = typed.includes("@") ? "email" : "sms";
	const destination = destinationOf(channel, typed);
	if (!destination) throw loginRefusal("destination");
	const target = { client, channel, destination, request };
	if (code === null) {
		await sendLoginCode(service, target);
		return null;
	}
	if (code.trim() === "") throw loginRefusal("no-code");
	const { userId, method } = await redeemLoginCode(service, target, code);
	return finishLogin(service, interaction, userId, method);
}
