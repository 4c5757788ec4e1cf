import { z } from "zod";
import type { SamlConnection } from "../connections/saml-connection";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { messageRefusal } from "../http/refusal";
import { sealedValues } from "../keys/sealed-values";
import { respondWithPage } from "../pages/page";
import { respondWithSelfPosting } from "../pages/redirect-page";
import { formFields } from "../saml/outbound-messages";
import { SAMPLE_PROVIDER_SIGN_IN } from "./addresses";
import { receiveFromTenant, signInResponse } from "./messages";
import { choosePage, signedInPage } from "./pages";
import { ofSampleProvider, redirectToHome } from "./sample-provider";
import {
	endSession,
	findPerson,
	noteAssertionSent,
	type SampleSession,
	sessionCookie,
	sessionOf,
	startSession,
} from "./session";

/** Forms of these pages redirect to applications, and browsers apply a page's form-action to the redirects. */
const ANYWHERE = "http: https:";

const REQUEST_LIFETIME_MILLISECONDS = 10 * 60 * 1000;

/** A checked request, in the form of the page on which the person is chosen. */
const sealedRequests = sealedValues(
	"sample-provider-request",
	z.strictObject({ requestId: z.string(), relayState: z.string().nullable(), until: z.iso.datetime() }),
);

/** `GET /sample-provider` */
export const handleSampleHome = ofSampleProvider(async (service, request, connection) => {
	const session = await sessionOf(service, request);
	const page = session ? signedInPage(session.person, mayBegin(connection)) : choosePage(null);
	return respondWithPage(request, page, { formTarget: ANYWHERE });
});

/** `/sample-provider/sign-in`: an AuthnRequest of the service (SAML profiles 2.0 section 4.1.4.1). */
export const handleSampleSignIn = ofSampleProvider(async (service, request, connection) => {
	const message = await receiveFromTenant(service, request, connection, SAMPLE_PROVIDER_SIGN_IN);
	if (!message) return redirectToHome(service);
	if (message.kind !== "AuthnRequest") throw messageRefusal("This URL only accepts requests to sign in.");
	const { id: requestId, relayState, forceAuthn, isPassive } = message;
	const session = forceAuthn ? null : await sessionOf(service, request);
	if (session || isPassive) return sendResponse(service, request, connection, { requestId, relayState }, session);
	const until = new Date(service.now().getTime() + REQUEST_LIFETIME_MILLISECONDS).toISOString();
	return respondWithPage(request, choosePage(await sealedRequests.seal(service, { requestId, relayState, until })));
});

/** `POST /sample-provider/choose`: signs in the person who is named, without any proof. */
export const handleSampleChoice = ofSampleProvider(async (service, request, connection) => {
	const person = findPerson(request.form?.get("person") ?? "");
	if (!person) throw messageRefusal("The sample provider has no user of that name.");
	const sealed = request.form?.get("request") ?? null;
	const pending = sealed === null ? null : await sealedRequests.unseal(service, sealed);
	if (sealed !== null && !(pending && new Date(pending.until) > service.now())) {
		throw messageRefusal("The sign-in was left open for too long. Go back to the application and begin again.");
	}
	const before = await sessionOf(service, request);
	if (before) await endSession(service, before);
	const session = await startSession(service, person);
	const response = pending
		? await sendResponse(service, request, connection, pending, session)
		: redirectToHome(service);
	response.headers.append("set-cookie", sessionCookie(service, session.token));
	return response;
});

/** `POST /sample-provider/continue`: a sign-in that begins here (SAML profiles 2.0 section 4.1.5). */
export const handleSampleContinue = ofSampleProvider(async (service, request, connection) => {
	const session = await sessionOf(service, request);
	if (!session || !mayBegin(connection)) return redirectToHome(service);
	return sendResponse(service, request, connection, { requestId: null, relayState: null }, session);
});

function mayBegin({ options }: SamlConnection): boolean {
	return options.idpinitiated?.enabled === true;
}

/** @param requestId null: unsolicited. @param session null: no person is signed in, and the request was passive */
async function sendResponse(
	service: IdentityService,
	request: ServiceRequest,
	connection: SamlConnection,
	{ requestId, relayState }: { requestId: string | null; relayState: string | null },
	session: SampleSession | null,
): Promise<Response> {
	const response = await signInResponse(service, connection, requestId, session);
	if (session) await noteAssertionSent(service, session);
	return respondWithSelfPosting(request, new URL(service.config.issuer).host, {
		target: connection.callback,
		fields: formFields("SAMLResponse", response, relayState),
		// From there the browser is redirected to an application at any address.
		redirectsAnywhere: true,
	});
}
