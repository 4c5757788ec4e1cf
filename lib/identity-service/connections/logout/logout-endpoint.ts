import { z } from "zod";
import { seal, unseal } from "@/lib/secrets/sealed-text";
import type { IdentityService } from "../../context/identity-service";
import type { ServiceRequest } from "../../context/service-request";
import { logRefusal } from "../../http/failure";
import { messageRefusal, Refusal } from "../../http/refusal";
import { answerPage } from "../../pages/page";
import { PARTIAL_LOGOUT, SUCCESS } from "../../saml/names";
import { type TransportedMessage, transported } from "../../saml/transport";
import { findConnection } from "../../store/connections";
import { isAnyUsable, samlConnection } from "../saml-connection";
import { continueAtProvider, type ProviderAnswer } from "./continue-at-provider";
import { answerProvider, endAtRequest } from "./end-at-request";
import { LOGOUT_PATH, logoutAddress, PARTIAL_LOGOUT_ADDRESS_QUERY } from "./logout-address";
import {
	type AnsweredProvider,
	endProviderLogout,
	findProviderLogout,
	providerLogoutCookie,
	type ToldProvider,
} from "./logout-at-provider";
import { type FromProvider, receiveFromProvider } from "./receive-from-provider";
import { stillSignedInPage } from "./still-signed-in-page";

/** By which an answer that came as a form goes on to where the browser brings its cookies. */
const ANSWER_PARAMETER = "answer";
const PURPOSE = "provider-logout-answer";
const sealedAnswer = z.strictObject({
	...{ connectionIds: z.array(z.string()), inResponseTo: z.string() },
	...{ status: z.string(), statusDetail: z.string().nullable() },
});

type Found = { token: string; flow: ToldProvider | AnsweredProvider } | null;

/**
 * `/logout`: single logout with outside providers (SAML profiles 2.0 section 4.4), all of its messages and the steps
 * between. While no connection is on, nothing that others send is looked at.
 */
export async function answerProviderLogout(service: IdentityService, request: ServiceRequest): Promise<Response> {
	// A form of another site brings no SameSite=Lax cookies.
	const found = request.method === "GET" ? await findProviderLogout(service, request.headers.get("cookie")) : null;
	const isOn = await isAnyUsable(service);
	if (!isOn && !found) throw messageRefusal("Nobody signs in here through another identity provider.", 404);
	const carried = isOn ? await transported(request) : ({ parameter: null } as const);
	try {
		if (carried.parameter !== null) return await received(service, request, found, carried);
		return await goOn(service, request, found, await carriedAnswer(service, request));
	} catch (error) {
		if (!(error instanceof Refusal) || carried.parameter === "SAMLRequest") throw error;
		return refusedAnswer(request, found, error);
	}
}

async function received(
	service: IdentityService,
	request: ServiceRequest,
	found: Found,
	carried: TransportedMessage,
): Promise<Response> {
	const from = await receiveFromProvider(service, request, carried);
	const { message, connections } = from;
	if (message.kind === "LogoutRequest") {
		return endAtRequest(service, request, connections, { ...message, relayState: carried.relayState });
	}
	const answer = answerOf(from);
	return request.method === "GET" ? goOn(service, request, found, answer) : toOwnAddress(service, answer);
}

function answerOf({ message, connections }: FromProvider): ProviderAnswer {
	if (message.kind !== "LogoutResponse") throw messageRefusal("Requests to sign in are not taken at this address.");
	const { inResponseTo, status, statusDetail } = message;
	return { connectionIds: connections.map(({ id }) => id), inResponseTo, status, statusDetail };
}

/** What is no answer ends nothing: the person reads how things are, and a better one may still come. */
function refusedAnswer(request: ServiceRequest, found: Found, refusal: Refusal): Response {
	const { status, message } = refusal;
	if (found?.flow.kind === "tell") {
		logRefusal("logout", refusal);
		return answerPage(request, stillSignedInPage(found.flow, { words: message }), { status });
	}
	// The browser may be on its way out all the same: a form of another site brought nothing that would say so.
	throw request.method === "POST" ? refusal.withPage({ back: { href: LOGOUT_PATH, label: "Continue" } }) : refusal;
}

async function toOwnAddress(service: IdentityService, answer: ProviderAnswer): Promise<Response> {
	const location = new URL(logoutAddress(service.config));
	location.searchParams.set(ANSWER_PARAMETER, await seal(JSON.stringify(answer), service.secrets.current, PURPOSE));
	return new Response(null, { status: 303, headers: { location: location.href, "cache-control": "no-store" } });
}

async function carriedAnswer(service: IdentityService, request: ServiceRequest): Promise<ProviderAnswer | null> {
	const sealed = request.url.searchParams.get(ANSWER_PARAMETER);
	if (sealed === null) return null;
	const opened = await unseal(sealed, service.secrets.known, PURPOSE);
	if (!opened) throw messageRefusal("The address was made up, or is of another time.");
	return sealedAnswer.parse(JSON.parse(opened.text));
}

function goOn(
	service: IdentityService,
	request: ServiceRequest,
	found: Found,
	answer: ProviderAnswer | null,
): Promise<Response> {
	if (found?.flow.kind === "tell") {
		return continueAtProvider(service, request, { token: found.token, flow: found.flow }, answer);
	}
	if (found?.flow.kind === "answer" && !answer) {
		return answerAfterRound(service, request, { token: found.token, flow: found.flow });
	}
	throw messageRefusal("This browser is not on its way out: there is no logout to go on with.");
}

/** The applications have heard of it: now the provider that has asked for it does. */
async function answerAfterRound(
	service: IdentityService,
	request: ServiceRequest,
	{ token, flow }: { token: string; flow: AnsweredProvider },
): Promise<Response> {
	await endProviderLogout(service, token);
	const row = await findConnection(service.database, flow.connectionId);
	if (!row) throw messageRefusal("You are signed out here. The connection was deleted in the meantime.");
	const isPartial = request.url.searchParams.has(PARTIAL_LOGOUT_ADDRESS_QUERY);
	const status = isPartial ? ([SUCCESS, PARTIAL_LOGOUT] as const) : ([SUCCESS] as const);
	const connection = await samlConnection(service, row);
	const response = await answerProvider(service, request, connection, flow, status);
	response.headers.append("set-cookie", providerLogoutCookie(service, null));
	return response;
}
