import { PASSWORDLESS_GRANT } from "../clients/grant-types";
import type { Channel, IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { destinationOf, redeemLoginCode, sendLoginCode } from "../passwordless/login-code";
import { findInteraction, finishLogin } from "./login";
import { loginRefusal } from "./login-retry";

/**
 * Passwordless login on the login page. Without a code (null) one is sent to the destination, with one the waiting application
 * goes on. Unknown destinations get the same answers.
 * @param destination an e-mail address or a phone number, as it was typed
 * @returns where the browser goes on; "sent" when the page must ask for the code
 * @throws Refusal with the code of a problem
 */
export async function loginWithCode(
	service: IdentityService,
	request: ServiceRequest,
	{ destination: typed, code }: { destination: string; code: string | null },
): Promise<string> {
	const { provider } = service.oidc();
	const { logins, messages } = service.throttles;
	const interaction = await findInteraction(service, request);
	const client = interaction && (await provider.Client.find(String(interaction.details.params.client_id)));
	if (!interaction || !client?.grantTypeAllowed(PASSWORDLESS_GRANT)) throw loginRefusal("expired");
	const channel: Channel = typed.includes("@") ? "email" : "sms";
	const destination = destinationOf(channel, typed);
	if (!destination) throw loginRefusal("destination");
	const { address } = request;
	if (code === null) {
		if (!(await messages.begin(destination, address))) throw loginRefusal("blocked");
		const applicationName = client.clientName ?? client.clientId;
		await sendLoginCode(service, { clientId: client.clientId, applicationName, channel, destination, address });
		return "sent";
	}
	if (code.trim() === "") throw loginRefusal("no-code");
	if (!(await logins.begin(destination, address))) throw loginRefusal("blocked");
	const key = { client_id: client.clientId, connection: channel, destination };
	const userId = await redeemLoginCode(service, key, code);
	if (userId === null) throw loginRefusal("code");
	await logins.succeeded(destination, address);
	return finishLogin(service, interaction, userId, channel === "sms" ? "sms" : "otp");
}
