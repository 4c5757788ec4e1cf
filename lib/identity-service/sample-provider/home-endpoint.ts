import type { SamlConnection } from "../authentication/connections/saml-connection";
import { RefusedMessage } from "../authentication/federation/front-endpoint";
import { readOwnForm } from "../authentication/login/own-form";
import type { IdentityService } from "../identity-service";
import { answerPage } from "../pages/page";
import { answerSampleProvider } from "./answer-sample-provider";
import { answerSignIn } from "./answer-sign-in";
import { findPerson } from "./people";
import { choosePage, signedInPage } from "./sample-pages";
import { SAMPLE_PROVIDER_PATH } from "./sample-provider-addresses";
import { endSession, sessionCookie, sessionOf, startSession } from "./sample-session";
import { unsealRequest } from "./sealed-request";
import { toHome } from "./to-home";

/** Where a form leads behind these pages: to applications, by redirects, which browsers hold against the page. */
const ANYWHERE = "http: https:";
const BACK = { back: { href: SAMPLE_PROVIDER_PATH, label: "Back to the sample provider" } };

/** `GET /sample-provider`: who is signed in there, and the ways on. */
export function answerSampleHome(service: IdentityService, request: Request): Promise<Response> {
	return answerSampleProvider(service, request, async (connection) => {
		const session = await sessionOf(service, request);
		const page = session ? signedInPage({ person: session.person, mayBegin: mayBegin(connection) }) : choosePage(null);
		return answerPage(request, page, { formTarget: ANYWHERE });
	});
}

/** `POST /sample-provider/choose`: somebody says who they are, and is believed. */
export function answerSampleChoice(service: IdentityService, request: Request): Promise<Response> {
	return answerSampleProvider(service, request, async (connection) => {
		const read = await readOwnForm(service, request, "sample-provider-choose", BACK);
		if ("refusal" in read) return read.refusal;
		const person = findPerson(read.form.get("person") ?? "");
		if (!person) throw new RefusedMessage("The sample provider knows nobody by that name.");
		const sealed = read.form.get("request");
		const asked = sealed === null ? null : await unsealRequest(service, sealed);
		if (sealed !== null && !asked) {
			throw new RefusedMessage("The sign-in was left open for too long. Go back to the application and begin again.");
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
}

/** `POST /sample-provider/continue`: a sign-in that begins here (SAML profiles 2.0 section 4.1.5). */
export function answerSampleContinue(service: IdentityService, request: Request): Promise<Response> {
	return answerSampleProvider(service, request, async (connection) => {
		const read = await readOwnForm(service, request, "sample-provider-continue", BACK);
		if ("refusal" in read) return read.refusal;
		const session = await sessionOf(service, request);
		if (!session || !mayBegin(connection)) return toHome(service);
		return answerSignIn(service, request, { connection, inResponseTo: null, relayState: null }, session);
	});
}

function mayBegin({ options }: SamlConnection): boolean {
	return options.idpinitiated?.enabled === true;
}
