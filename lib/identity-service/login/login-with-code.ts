import type { Client } from "oidc-provider";
import type { Channel, IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { destinationOf, redeemLoginCode, sendLoginCode } from "../passwordless/login-code";
import { PASSWORDLESS_GRANT } from "../passwordless/passwordless-grant";
import { findInteraction, finishLogin } from "./login";
import { loginRefusal } from "./login-retry";

/** Whether users of an application may sign in with a code by e-mail or text message. */
export function offersCode(client: Client | undefined): boolean {
	return client?.grantTypeAllowed(PASSWORDLESS_GRANT) ?? false;
}

/**
 * Passwordless login on the login page. Without a code (null) one is sent to the destination, with one the waiting
 * application goes on. Unknown destinations get the same responses.
 * @param destination an e-mail address or a phone number, as it was typed
 * @returns where the browser goes on; "sent" when the page must request the code
 * @throws Refusal with the name of a problem
 */
export async function loginWithCode(
	service: IdentityService,
	request: ServiceRequest,
	{ destination: typed, code }: { destination: string; code: string | null },
): Promise<string> {
	const interaction = await findInteraction(service, request);
	const clientId = String(interaction?.details.params.client_id);
	const client = interaction && (await service.oidc().provider.Client.find(clientId));
	if (!client || !offersCode(client)) throw loginRefusal("expired");
	const channel: Channel = typed.includes("@") ? "email" : "sms";
	const destination = destinationOf(channel, typed);
	if (!destination) throw loginRefusal("destination");
	const target = { client, channel, destination, address: request.address };
	if (code === null) {
		await sendLoginCode(service, target);
		return "sent";
	}
	if (code.trim() === "") throw loginRefusal("no-code");
	const { userId, method } = await redeemLoginCode(service, target, code);
	return finishLogin(service, interaction, userId, method);
}
