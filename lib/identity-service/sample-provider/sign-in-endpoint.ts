import { messageRefusal } from "../http/refusal";
import { answerPage } from "../pages/page";
import { ofSampleProvider } from "./answer-sample-provider";
import { answerSignIn } from "./answer-sign-in";
import { choosePage } from "./pages";
import { receiveFromTenant } from "./receive-from-tenant";
import { SAMPLE_PROVIDER_SIGN_IN } from "./sample-provider";
import { sealRequest } from "./sealed-request";
import { sessionOf } from "./session";
import { toHome } from "./to-home";

/** `/sample-provider/sign-in`: a sign-in that the service asks for (SAML profiles 2.0 section 4.1.4.1). */
export const answerSampleSignIn = ofSampleProvider(async (service, request, connection) => {
	const message = await receiveFromTenant(service, request, connection, SAMPLE_PROVIDER_SIGN_IN);
	if (!message) return toHome(service);
	if (message.kind !== "AuthnRequest") throw messageRefusal("Only requests to sign in are taken at this address.");
	const { id, relayState, forceAuthn, isPassive } = message;
	const session = forceAuthn ? null : await sessionOf(service, request);
	if (session || isPassive) {
		return answerSignIn(service, request, { connection, inResponseTo: id, relayState }, session);
	}
	return answerPage(request, choosePage(await sealRequest(service, { requestId: id, relayState })));
});
