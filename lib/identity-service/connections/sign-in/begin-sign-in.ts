import type { IdentityService } from "../../context/identity-service";
import type { ServiceRequest } from "../../context/service-request";
import { messageRefusal } from "../../http/refusal";
import type { Interaction } from "../../login/login";
import { toSignIn } from "../../login/login-address";
import { usableConnection } from "../saml-connection";
import { carryToProvider, requireSignInAddress } from "./carry-to-provider";
import { notePendingRequest } from "./pending-request";

/** Reasons of the library's for which a session of before does not do. */
const ANEW = ["login_prompt", "max_age"];

/**
 * Sends the browser of a login to an outside provider.
 * @throws Refusal where that login's application may not use the connection
 */
export async function beginSignIn(
	service: IdentityService,
	request: ServiceRequest,
	{ details }: Pick<Interaction, "details">,
	name: string,
): Promise<Response> {
	const { uid, params, prompt } = details;
	const clientId = String(params.client_id);
	const connection = await usableConnection(service, name);
	if (prompt.name !== "login" || !connection?.clientIds.includes(clientId)) {
		throw messageRefusal("The application does not take people of this connection.", 400, toSignIn(uid, "refused"));
	}
	const asksAgain = prompt.reasons.some((reason) => ANEW.includes(reason));
	requireSignInAddress(connection);
	const { id, relayState } = await notePendingRequest(service, connection, {
		...{ loginUid: uid, clientId, askedAgainAt: asksAgain ? service.now().toISOString() : null },
	});
	return carryToProvider(service, connection, { id, relayState, asksAgain }, request);
}
