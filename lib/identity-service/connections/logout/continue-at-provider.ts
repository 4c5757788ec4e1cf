import { HTTP_POST_BINDING } from "@/lib/contract/client/addon-limits";
import type { IdentityService } from "../../context/identity-service";
import type { ServiceRequest } from "../../context/service-request";
import { messageRefusal } from "../../http/refusal";
import { answerPage } from "../../pages/page";
import { leadOnAnswer } from "../../pages/redirect-page";
import { PARTIAL_LOGOUT, SUCCESS } from "../../saml/names";
import { logoutRequest } from "../../saml/outbound-messages";
import { endProviderLogout, providerLogoutCookie, saveProviderLogout, type ToldProvider } from "./logout-at-provider";
import { sendToProvider } from "./provider-message";
import { reachableProvider } from "./reachable-provider";
import { type Reason, stillSignedInPage } from "./still-signed-in-page";

/** What a provider said that was told. */
export type ProviderAnswer = {
	connectionIds: string[];
	inResponseTo: string;
	status: string;
	statusDetail: string | null;
};

/**
 * The last steps of a logout that ends the session at a provider, too: it is told, and then the browser is led where the
 * logout leads, or reads why the person may still be signed in there.
 * @throws Refusal for an answer that nobody waits for
 */
export async function continueAtProvider(
	service: IdentityService,
	request: ServiceRequest,
	{ token, flow }: { token: string; flow: ToldProvider },
	answer: ProviderAnswer | null,
): Promise<Response> {
	const { session, asked } = flow;
	if (answer) requireAwaited(flow, answer);
	if (asked && !answer) return answerPage(request, stillSignedInPage(flow, "no-answer"));
	if (answer) return finished(service, token, outcome(request, flow, answer));
	const reached = await reachableProvider(service, session.connectionId);
	if (typeof reached === "string") return finished(service, token, said(request, flow, reached));
	const byForm = reached.destination.binding === HTTP_POST_BINDING;
	const { sessionIndex } = session;
	const message = logoutRequest({ ...session, sessionIndexes: sessionIndex === null ? [] : [sessionIndex] });
	await saveProviderLogout(service, token, { ...flow, asked: { requestId: message.id, byForm } });
	return sendToProvider(service, request, reached, message);
}

function requireAwaited({ session, asked }: ToldProvider, { connectionIds, inResponseTo }: ProviderAnswer): void {
	if (inResponseTo === asked?.requestId && connectionIds.includes(session.connectionId)) return;
	throw messageRefusal("The answer is to no request of this logout.");
}

function outcome(request: ServiceRequest, flow: ToldProvider, { status, statusDetail }: ProviderAnswer): Response {
	if (status !== SUCCESS) return said(request, flow, "denied");
	if (statusDetail === PARTIAL_LOGOUT) return said(request, flow, "partial");
	// Browsers hold a redirect against the page whose form it comes behind.
	if (flow.asked?.byForm) return leadOnAnswer(request, flow.returnTo);
	return new Response(null, { status: 303, headers: { location: flow.returnTo, "cache-control": "no-store" } });
}

function said(request: ServiceRequest, flow: ToldProvider, reason: Reason): Response {
	return answerPage(request, stillSignedInPage(flow, reason));
}

async function finished(service: IdentityService, token: string, response: Response): Promise<Response> {
	await endProviderLogout(service, token);
	response.headers.append("set-cookie", providerLogoutCookie(service, null));
	return response;
}
