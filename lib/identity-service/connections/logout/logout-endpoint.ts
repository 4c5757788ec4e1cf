import { z } from "zod";
import type { IdentityService } from "../../context/identity-service";
import type { ServiceRequest } from "../../context/service-request";
import { logRefusal } from "../../http/failure";
import { messageRefusal, Refusal } from "../../http/refusal";
import { seeOther } from "../../http/see-other";
import { sealedValues } from "../../keys/sealed-values";
import { answerPage } from "../../pages/page";
import { type TransportedMessage, transported } from "../../saml/transport";
import { isAnyUsable, LOGOUT_PATH, logoutAddress } from "../saml-connection";
import { continueAtProvider, type ProviderResponse, stillSignedInPage } from "./continue-at-provider";
import { type NotifyingFlow, providerLogouts, type RespondingFlow } from "./provider-logout";
import { receiveFromProvider } from "./receive-from-provider";
import { endAtRequest, respondAfterRound } from "./requested-logout";

/** By which a response that came as a form goes on to where the browser brings its cookies. */
const RESPONSE_PARAMETER = "answer";
const responses = sealedValues(
	"provider-logout-answer",
	z.strictObject({
		...{ connectionIds: z.array(z.string()), inResponseTo: z.string() },
		...{ status: z.string(), statusDetail: z.string().nullable() },
	}),
);

type Found = { token: string; flow: NotifyingFlow | RespondingFlow } | null;

/**
 * `/logout`: single logout with outside providers (SAML profiles 2.0 section 4.4), all of its messages and the steps
 * between. While no connection is on, nothing that others send is looked at.
 */
export async function answerProviderLogout(service: IdentityService, request: ServiceRequest): Promise<Response> {
	// A form of another site brings no SameSite=Lax cookies.
	const found = request.method === "GET" ? await providerLogouts.find(service, request.headers.get("cookie")) : null;
	const isOn = await isAnyUsable(service);
	if (!isOn && !found) throw messageRefusal("Nobody signs in here through another identity provider.", 404);
	const sent = isOn ? await transported(request) : ({ parameter: null } as const);
	try {
		if (sent.parameter !== null) return await received(service, request, found, sent);
		return await continued(service, request, found, await forwardedResponse(service, request));
	} catch (error) {
		if (!(error instanceof Refusal) || sent.parameter === "SAMLRequest") throw error;
		return refusedResponse(request, found, error);
	}
}

async function received(
	service: IdentityService,
	request: ServiceRequest,
	found: Found,
	sent: TransportedMessage,
): Promise<Response> {
	const { message, connections } = await receiveFromProvider(service, request, sent);
	if (message.kind === "LogoutRequest") {
		return endAtRequest(service, request, connections, { ...message, relayState: sent.relayState });
	}
	if (message.kind !== "LogoutResponse") throw messageRefusal("Requests to sign in are not taken at this address.");
	const { inResponseTo, status, statusDetail } = message;
	const response = { connectionIds: connections.map(({ id }) => id), inResponseTo, status, statusDetail };
	if (request.method === "GET") return continued(service, request, found, response);
	const location = new URL(logoutAddress(service.config));
	location.searchParams.set(RESPONSE_PARAMETER, await responses.seal(service, response));
	return seeOther(location);
}

/** A refused response ends nothing: the page says how things are, and a better one may still come. */
function refusedResponse(request: ServiceRequest, found: Found, refusal: Refusal): Response {
	const { status, message } = refusal;
	if (found?.flow.kind === "tell") {
		logRefusal("logout", refusal);
		return answerPage(request, stillSignedInPage(found.flow, message), { status });
	}
	// The browser may be on its way out all the same: a form of another site brought nothing that would say so.
	throw request.method === "POST" ? refusal.withPage({ back: { href: LOGOUT_PATH, label: "Continue" } }) : refusal;
}

async function forwardedResponse(service: IdentityService, request: ServiceRequest): Promise<ProviderResponse | null> {
	const sealed = request.url.searchParams.get(RESPONSE_PARAMETER);
	if (sealed === null) return null;
	const response = await responses.unseal(service, sealed);
	if (!response) throw messageRefusal("The address was made up, or is of another time.");
	return response;
}

function continued(
	service: IdentityService,
	request: ServiceRequest,
	found: Found,
	response: ProviderResponse | null,
): Promise<Response> {
	const { token = "", flow } = found ?? {};
	if (flow?.kind === "tell") return continueAtProvider(service, request, { token, flow }, response);
	if (flow?.kind === "answer" && !response) return respondAfterRound(service, request, { token, flow });
	throw messageRefusal("This browser is not on its way out: there is no logout to go on with.");
}
