import { answerPage } from "../pages/page";
import { PERSISTENT_NAME } from "../saml/names";
import { logoutRequest } from "../saml/outbound-messages";
import { ofSampleProvider } from "./answer-sample-provider";
import { signedOutPage } from "./pages";
import { sampleProviderId } from "./sample-provider";
import { endSession, sessionCookie, sessionOf } from "./session";
import { toTenant } from "./tell-tenant";
import { toHome } from "./to-home";

/** `POST /sample-provider/leave`: a logout that begins here, of which the service hears where it was told of the session. */
export const answerSampleLeave = ofSampleProvider(async (service, request, connection) => {
	const session = await sessionOf(service, request);
	if (!session) return toHome(service);
	await endSession(service, session);
	const { person, sessionIndex, isTold } = session;
	const message = logoutRequest({
		...{ nameId: person.id, nameIdFormat: PERSISTENT_NAME, sessionIndexes: [sessionIndex] },
		...{ nameQualifier: sampleProviderId(service.config), spNameQualifier: connection.entityId },
	});
	const response = isTold
		? await toTenant(service, request, connection, message)
		: answerPage(request, signedOutPage("here"));
	response.headers.append("set-cookie", sessionCookie(service, null));
	return response;
});
