import { remoteAddress } from "../../http/rate/remote-address";
import type { IdentityService } from "../../identity-service";
import { PASSWORDLESS_GRANT } from "../grants/grant-types";
import { authenticationOf } from "../provider/provider";
import type { Connection } from "./connection";
import { findInteraction, finishLogin, type LoginOutcome } from "./login";
import { destinationOf, redeemLoginCode, sendLoginCode } from "./login-code";

/**
 * Passwordless login on the login page. Without a code (null) one is sent to the destination, with one the waiting application
 * goes on. Unknown destinations get the same answers.
 * @param destination an e-mail address or a phone number, as it was typed
 * @returns "sent" when the page must ask for the code
 */
export async function loginWithCode(
	service: IdentityService,
	uid: string,
	headers: Headers,
	{ destination: typed, code }: { destination: string; code: string | null },
): Promise<LoginOutcome | "sent"> {
	const { provider, throttle, messageThrottle } = authenticationOf(service);
	const interaction = await findInteraction(service, provider, uid, headers);
	const client = interaction && (await provider.Client.find(String(interaction.details.params.client_id)));
	if (!interaction || !client?.grantTypeAllowed(PASSWORDLESS_GRANT)) return { problem: "expired" };
	const connection: Connection = typed.includes("@") ? "email" : "sms";
	const destination = destinationOf(connection, typed);
	if (!destination) return { problem: "destination" };
	const address = remoteAddress({ headers });
	if (code === null) {
		if (!(await messageThrottle.begin(destination, address))) return { problem: "blocked" };
		const applicationName = client.clientName ?? client.clientId;
		await sendLoginCode(service, { clientId: client.clientId, applicationName, connection, destination, address });
		return "sent";
	}
	if (code.trim() === "") return { problem: "no-code" };
	if (!(await throttle.begin(destination, address))) return { problem: "blocked" };
	const key = { client_id: client.clientId, connection, destination };
	const userId = await redeemLoginCode(service, key, code);
	if (userId === null) return { problem: "code" };
	await throttle.succeeded(destination, address);
	return { returnTo: await finishLogin(service, interaction, userId, connection === "sms" ? "sms" : "otp") };
}
