import { HTTP_REDIRECT_BINDING } from "@/lib/contract/client/addon-limits";
import { logoutAddress } from "../connections/saml-connection";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { messageRefusal } from "../http/refusal";
import { respondWithPage } from "../pages/page";
import { PARTIAL_LOGOUT, PERSISTENT_NAME, REQUESTER, SUCCESS, UNKNOWN_PRINCIPAL } from "../saml/names";
import { type LogoutMessage, logoutRequest, logoutResponse, sendLogoutMessage } from "../saml/outbound-messages";
import type { Received } from "../saml/saml-client";
import { consumeArtifact, insertArtifact } from "../store/oidc-artifacts";
import { SAMPLE_PROVIDER_SIGN_OUT, sampleProviderId } from "./addresses";
import { receiveFromTenant } from "./messages";
import { signedOutPage } from "./pages";
import { ofSampleProvider, redirectToHome } from "./sample-provider";
import { endSession, endSessionsOf, findPerson, sessionCookie, sessionOf } from "./session";
import { sampleProviderKey } from "./signing-key";

/** Of a pending LogoutRequest. */
const MODEL = "SampleProviderSignOut";
/** Time for the service, with all applications that it notifies. */
const LIFETIME_SECONDS = 15 * 60;

/** `POST /sample-provider/leave`: a logout that begins here. Notifies the service if it was sent an assertion. */
export const handleSampleLeave = ofSampleProvider(async (service, request, connection) => {
	const session = await sessionOf(service, request);
	if (!session) return redirectToHome(service);
	await endSession(service, session);
	const message = logoutRequest({
		nameId: session.personId,
		nameIdFormat: PERSISTENT_NAME,
		sessionIndexes: [session.sessionIndex],
		nameQualifier: sampleProviderId(service.config),
		spNameQualifier: connection.entityId,
	});
	const response = session.isNotified
		? await sendMessage(service, request, message)
		: respondWithPage(request, signedOutPage("here"));
	response.headers.append("set-cookie", sessionCookie(service, null));
	return response;
});

/** `/sample-provider/sign-out`: the service's LogoutRequest or LogoutResponse (SAML profiles 2.0 section 4.4). */
export const handleSampleSignOut = ofSampleProvider(async (service, request, connection) => {
	const message = await receiveFromTenant(service, request, connection, SAMPLE_PROVIDER_SIGN_OUT);
	if (!message) return redirectToHome(service);
	if (message.kind === "AuthnRequest") throw messageRefusal("This URL does not accept requests to sign in.");
	if (message.kind === "LogoutResponse")
		return respondWithPage(request, signedOutPage(await outcomeOf(service, message)));
	const { id: requestId, nameId, sessionIndexes, relayState } = message;
	const person = findPerson(nameId);
	if (person) await endSessionsOf(service, person, sessionIndexes);
	const status = person ? ([SUCCESS] as const) : ([REQUESTER, UNKNOWN_PRINCIPAL] as const);
	const response = await sendMessage(service, request, logoutResponse({ requestId, relayState }, status));
	if (!(await sessionOf(service, request))) response.headers.append("set-cookie", sessionCookie(service, null));
	return response;
});

async function outcomeOf(
	{ database, now }: IdentityService,
	{ inResponseTo, status, statusDetail }: Received<"LogoutResponse">,
) {
	if (!(await consumeArtifact(database, MODEL, inResponseTo, epochSeconds(now())))) {
		throw messageRefusal("The response does not match a request of the sample provider.");
	}
	if (status !== SUCCESS) return "not";
	return statusDetail === PARTIAL_LOGOUT ? "partly" : "everywhere";
}

/** Sends the browser to the service with a signed message. */
async function sendMessage(
	service: IdentityService,
	request: ServiceRequest,
	message: LogoutMessage,
): Promise<Response> {
	const { config, database, now } = service;
	if (message.name === "LogoutRequest") {
		const expiresAt = epochSeconds(now()) + LIFETIME_SECONDS;
		await insertArtifact(database, { model: MODEL, id: message.id, payload: {}, expiresAt });
	}
	const destination = {
		label: new URL(config.issuer).host,
		address: logoutAddress(config),
		binding: HTTP_REDIRECT_BINDING,
	} as const;
	const sender = { issuer: sampleProviderId(config), now: now(), expires: true } as const;
	return sendLogoutMessage(request, destination, message, { ...sender, material: await sampleProviderKey(service) });
}
