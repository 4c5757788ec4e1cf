import type { SamlConnection } from "../connections/saml-connection";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { messageRefusal } from "../http/refusal";
import { answerPage } from "../pages/page";
import { PARTIAL_LOGOUT, REQUESTER, SUCCESS, UNKNOWN_PRINCIPAL } from "../saml/names";
import { logoutResponse } from "../saml/outbound-messages";
import type { Received } from "../saml/saml-client";
import { ofSampleProvider } from "./answer-sample-provider";
import { type OUTCOMES, signedOutPage } from "./pages";
import { findPerson } from "./people";
import { receiveFromTenant } from "./receive-from-tenant";
import { SAMPLE_PROVIDER_SIGN_OUT } from "./sample-provider";
import { endSessionsOf, sessionCookie, sessionOf } from "./session";
import { takeAsked, toTenant } from "./tell-tenant";
import { toHome } from "./to-home";

/** `/sample-provider/sign-out`: a logout that the service asks for, and its answer to one (SAML profiles 2.0 section 4.4). */
export const answerSampleSignOut = ofSampleProvider(async (service, request, connection) => {
	const message = await receiveFromTenant(service, request, connection, SAMPLE_PROVIDER_SIGN_OUT);
	if (!message) return toHome(service);
	if (message.kind === "LogoutRequest") return signOut(service, request, connection, message);
	if (message.kind === "LogoutResponse") return answered(service, request, message);
	throw messageRefusal("Requests to sign in are not taken at this address.");
});

async function signOut(
	service: IdentityService,
	request: ServiceRequest,
	connection: SamlConnection,
	{ id, nameId, sessionIndexes, relayState }: Received<"LogoutRequest">,
): Promise<Response> {
	const person = findPerson(nameId);
	if (person) await endSessionsOf(service, person, sessionIndexes);
	const status = person ? ([SUCCESS] as const) : ([REQUESTER, UNKNOWN_PRINCIPAL] as const);
	const message = logoutResponse({ requestId: id, relayState }, status);
	const response = await toTenant(service, request, connection, message);
	if (!(await sessionOf(service, request))) response.headers.append("set-cookie", sessionCookie(service, null));
	return response;
}

async function answered(
	service: IdentityService,
	request: ServiceRequest,
	{ inResponseTo, status, statusDetail }: Received<"LogoutResponse">,
): Promise<Response> {
	if (!(await takeAsked(service, inResponseTo))) {
		throw messageRefusal("The answer is to no request of the sample provider.");
	}
	const outcome: keyof typeof OUTCOMES =
		status !== SUCCESS ? "not" : statusDetail === PARTIAL_LOGOUT ? "partly" : "everywhere";
	return answerPage(request, signedOutPage(outcome));
}
