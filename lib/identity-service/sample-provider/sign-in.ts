import type { SamlConnection } from "../connections/saml-connection";
import { messageRefusal } from "../http/refusal";
import { answerPage } from "../pages/page";
import { ofSampleProvider } from "./answer-sample-provider";
import { answerSignIn } from "./answer-sign-in";
import { choosePage, signedInPage } from "./pages";
import { findPerson } from "./people";
import { unsealRequest } from "./sealed-request";
import { endSession, sessionCookie, sessionOf, startSession } from "./session";
import { toHome } from "./to-home";

/** Where a form leads behind these pages: to applications, by redirects, which browsers hold against the page. */
const ANYWHERE = "http: https:";

/** `GET /sample-provider`: who is signed in there, and the ways on. */
export const answerSampleHome = ofSampleProvider(async (service, request, connection) => {
	const session = await sessionOf(service, request);
	const page = session ? signedInPage({ person: session.person, mayBegin: mayBegin(connection) }) : choosePage(null);
	return answerPage(request, page, { formTarget: ANYWHERE });
});

/** `POST /sample-provider/choose`: somebody says who they are, and is believed. */
export const answerSampleChoice = ofSampleProvider(async (service, request, connection) => {
	const person = findPerson(request.form?.get("person") ?? "");
	if (!person) throw messageRefusal("The sample provider knows nobody by that name.");
	const sealed = request.form?.get("request") ?? null;
	const asked = sealed === null ? null : await unsealRequest(service, sealed);
	if (sealed !== null && !asked) {
		throw messageRefusal("The sign-in was left open for too long. Go back to the application and begin again.");
	}
	const before = await sessionOf(service, request);
	if (before) await endSession(service, before);
	const session = await startSession(service, person);
	const response = asked
		? await answerSignIn(
				service,
				request,
				{ connection, inResponseTo: asked.requestId, relayState: asked.relayState },
				session,
			)
		: toHome(service);
	response.headers.append("set-cookie", sessionCookie(service, session.token));
	return response;
});

/** `POST /sample-provider/continue`: a sign-in that begins here (SAML profiles 2.0 section 4.1.5). */
export const answerSampleContinue = ofSampleProvider(async (service, request, connection) => {
	const session = await sessionOf(service, request);
	if (!session || !mayBegin(connection)) return toHome(service);
	return answerSignIn(service, request, { connection, inResponseTo: null, relayState: null }, session);
});

function mayBegin({ options }: SamlConnection): boolean {
	return options.idpinitiated?.enabled === true;
}
