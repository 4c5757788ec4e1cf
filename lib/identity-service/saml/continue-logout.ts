import { HTTP_POST_BINDING } from "@/lib/contract/client/addon-limits";
import { webOrigins } from "../clients/across-origins";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { messageRefusal } from "../http/refusal";
import { seeOther } from "../http/respond";
import { entityId } from "../identity-provider/entity";
import { signingMaterial } from "../identity-provider/signing-material";
import { clientInLog } from "../log/sign-ins";
import { respondWithForwarding } from "../pages/redirect-page";
import { browserSession } from "../sessions/browser-session";
import { endSessions } from "../sessions/end-session";
import { type Participant, participantsOf } from "../sessions/saml-sessions";
import { findClient } from "../store/clients";
import { byApplication, type LogoutFlow, logoutFlows } from "./logout-flow";
import { PARTIAL_LOGOUT, REQUESTER, SUCCESS, UNKNOWN_PRINCIPAL } from "./names";
import {
	type LogoutMessage,
	logoutRequest,
	logoutResponse,
	type Status,
	sendLogoutMessage,
	successStatus,
} from "./outbound-messages";
import { findLogoutClient, type LogoutClient } from "./saml-client";

/** A LogoutResponse of an application that was notified. */
export type NotifiedResponse = { clientId: string; inResponseTo: string; status: string };

/**
 * The next step of a logout: the sessions end here, then each application is notified, and finally the initiator gets its
 * response. Where the browser is back without the response of an application, the logout continues without it.
 * @param request a GET, with the browser's cookies
 * @throws Refusal for a response to no request of this logout
 */
export async function continueLogout(
	service: IdentityService,
	request: ServiceRequest,
	{ token, flow }: { token: string; flow: LogoutFlow },
	received: NotifiedResponse | null,
): Promise<Response> {
	if (flow.waiting !== null) {
		const response = await nextStep(service, request, token, withResponse(flow, received));
		return flow.sentRequest === null ? response : asForwardingPage(request, response);
	}
	const ended = await endForFlow(service, request, token, flow);
	if (!ended) {
		const description = "The application names another session than that of the browser.";
		service.log.add({ request, type: "flo", description });
		const response = await respondToOrigin(service, request, flow, [REQUESTER, UNKNOWN_PRINCIPAL]);
		return logoutFlows.end(service, token, response);
	}
	const response = await nextStep(service, request, token, ended.flow);
	for (const line of ended.cookies) response.headers.append("set-cookie", line);
	return response;
}

/** A page instead of a redirect, which the policy of the form that was sent to the application before would block. */
function asForwardingPage(request: ServiceRequest, response: Response): Response {
	const location = response.headers.get("location");
	if (location === null) return response;
	const page = respondWithForwarding(request, location);
	for (const line of response.headers.getSetCookie()) page.headers.append("set-cookie", line);
	return page;
}

function withResponse(flow: LogoutFlow, received: NotifiedResponse | null): LogoutFlow {
	const { sentRequest } = flow;
	if (received && (received.inResponseTo !== sentRequest?.requestId || received.clientId !== sentRequest.clientId)) {
		throw messageRefusal("The response does not match a request of this sign-out.");
	}
	const isSuccess = sentRequest === null || received?.status === SUCCESS;
	return { ...flow, sentRequest: null, isPartial: flow.isPartial || !isSuccess };
}

/** Notifies the next application, or responds to the origin. */
async function nextStep(
	service: IdentityService,
	request: ServiceRequest,
	token: string,
	flow: LogoutFlow,
): Promise<Response> {
	const waiting = [...(flow.waiting ?? [])];
	let { isPartial } = flow;
	for (let next = waiting.shift(); next; next = waiting.shift()) {
		const application = await findLogoutClient(service, next.clientId);
		if (application) {
			const message = logoutRequest(next);
			const sentRequest = { clientId: next.clientId, requestId: message.id };
			await logoutFlows.save(service, token, { ...flow, waiting, sentRequest, isPartial });
			return sendToApplication(service, request, application, message);
		}
		isPartial = true;
	}
	const response = await respondToOrigin(service, request, flow, successStatus(isPartial));
	return logoutFlows.end(service, token, response);
}

async function respondToOrigin(
	service: IdentityService,
	request: ServiceRequest,
	{ origin }: LogoutFlow,
	status: Status,
): Promise<Response> {
	if (origin.kind === "address") {
		const { returnTo, partialReturnTo = returnTo } = origin;
		return seeOther(status.includes(PARTIAL_LOGOUT) ? partialReturnTo : returnTo);
	}
	const application = await findLogoutClient(service, origin.clientId);
	if (!application) throw messageRefusal("You are signed out. The application can no longer be sent a response.");
	return sendToApplication(service, request, application, logoutResponse(origin, status));
}

/** Sends a message to an application through the browser, by the binding that is set for it. */
export async function sendToApplication(
	service: IdentityService,
	request: ServiceRequest,
	{ client, settings, callback }: LogoutClient,
	message: LogoutMessage,
): Promise<Response> {
	const { issuer = entityId(service.config), binding = HTTP_POST_BINDING } = settings;
	const redirects = { redirectsBack: message.name === "LogoutRequest", redirectsTo: webOrigins(client) };
	const destination = { label: client.name, address: callback, binding, ...redirects };
	const material = await signingMaterial(service, settings);
	return sendLogoutMessage(request, destination, message, { issuer, now: service.now(), material });
}

/**
 * Ends the sessions, and finds the applications that took part in them.
 * @returns null where the browser's session is another one than a LogoutRequest names: nothing ends
 */
async function endForFlow(
	service: IdentityService,
	request: ServiceRequest,
	token: string,
	flow: LogoutFlow,
): Promise<{ flow: LogoutFlow; cookies: string[] } | null> {
	const { origin } = flow;
	const session = await browserSession(service, request);
	const own = session.userId === null ? null : session.uid;
	const uids = flow.sessions ?? (own === null ? [] : [own]);
	const participants = (await Promise.all(uids.map((uid) => participantsOf(service, uid)))).flat();
	if (origin.kind === "request" && own !== null) {
		const isNamed = participants.some(
			({ clientId, nameId }) => clientId === origin.clientId && nameId === origin.nameId,
		);
		if (flow.sessions === null ? !isNamed : flow.sessions.length === 0) return null;
	}
	const client = origin.kind === "request" ? await findClient(service.database, origin.clientId) : null;
	const requester = { request, client: clientInLog(client) };
	const after = await endSessions(service, uids, requester, async (within, ended) => {
		const isOther = ({ clientId }: Participant) => origin.kind !== "request" || clientId !== origin.clientId;
		const notifying = { ...flow, waiting: byApplication(ended.participants.filter(isOther)) };
		await logoutFlows.save(within, token, notifying);
		return notifying;
	});
	return {
		flow: after,
		cookies: own !== null && uids.includes(own) ? session.forget() : [],
	};
}
