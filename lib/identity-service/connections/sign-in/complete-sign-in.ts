import type { IdentityService } from "../../context/identity-service";
import type { ServiceRequest } from "../../context/service-request";
import { messageRefusal } from "../../http/refusal";
import { findInteraction, finishLogin } from "../../login/login";
import { toSignIn } from "../../login/login-address";
import { saveConnectionUser } from "../../store/connection-users";
import { maySignIn } from "../may-sign-in";
import { PROVIDER_SESSION_RESULT, type SessionThere } from "../note-session";
import { loginHash, takeProviderSignIn } from "../provider-sign-in";

/**
 * Ends a login with somebody whom a provider has vouched for. The answer may have been planted: it counts in the browser
 * that has begun the login, and for the login that asked for it.
 * @param token by which the sign-in is taken, once, wherever it turns up
 * @throws Refusal
 */
export async function completeSignIn(
	service: IdentityService,
	request: ServiceRequest,
	token: string,
): Promise<Response> {
	const { uid = "" } = request.parameters;
	const signIn = await takeProviderSignIn(service, token);
	const interaction = await findInteraction(service, request);
	if (!interaction) {
		throw messageRefusal("The sign-in was begun in another browser, or has expired. Nobody was signed in.");
	}
	const back = toSignIn(uid, "refused");
	if (!signIn || (signIn.login !== null && signIn.login !== loginHash(uid))) {
		throw messageRefusal("The provider's answer was used already, or is of another sign-in.", 400, back);
	}
	const { params, prompt } = interaction.details;
	const { clientId, connectionId, user } = signIn;
	const isFor = prompt.name === "login" && params.client_id === clientId;
	// The connection may have been deleted in between, or the application taken off.
	if (
		!isFor ||
		!(await maySignIn(service, user, clientId)) ||
		!(await saveConnectionUser(service.database, connectionId, user, service.now()))
	) {
		throw messageRefusal("The application does not take people of this connection any more.", 400, back);
	}
	const there: SessionThere = { ...signIn.session, connectionId, accountId: user.user_id };
	// How the provider knows the person is its own affair: RFC 8176 has no word for that.
	const returnTo = await finishLogin(service, interaction, user.user_id, null, { [PROVIDER_SESSION_RESULT]: there });
	return new Response(null, { status: 303, headers: { location: returnTo, "cache-control": "no-store" } });
}
