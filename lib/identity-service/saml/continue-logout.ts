import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { messageRefusal } from "../http/refusal";
import { newMessageId } from "../identity-provider/message-id";
import { leadOnAnswer } from "../pages/lead-on-page";
import { browserSession } from "../sessions/browser-session";
import { endSession } from "../sessions/end-session";
import { participantsOf } from "../sessions/participants";
import { byApplication } from "./by-application";
import { endLogout, type LogoutFlow, logoutCookie, saveLogout } from "./logout-flow";
import { carryToApplication, logoutRequestTo, logoutResponseTo } from "./logout-message";
import { PARTIAL_LOGOUT, REQUESTER, SUCCESS, UNKNOWN_PRINCIPAL } from "./names";
import { reachableBy } from "./reachable";

/** What an application said that was told, in the browser of that logout. */
export type LogoutAnswer = { clientId: string; inResponseTo: string; status: string };

/**
 * The next step of a logout: the sessions end here, then each application is told, and in the end the one that began is
 * answered. An application that was told and hasn't answered when the browser is back is not waited for.
 * @param request that the browser made by itself: it brings its cookies
 * @throws Refusal for an answer that nobody waits for
 */
export async function continueLogout(
	service: IdentityService,
	{ token, flow }: { token: string; flow: LogoutFlow },
	request: ServiceRequest,
	answer: LogoutAnswer | null,
): Promise<Response> {
	if (flow.waiting === null) {
		const begun = await endSessions(service, flow, request);
		if ("response" in begun) return finished(service, token, begun.response);
		const response = await nextStep(service, token, begun.flow, request);
		for (const line of begun.cookies) response.headers.append("set-cookie", line);
		return response;
	}
	const response = await nextStep(service, token, answered(flow, answer), request);
	return flow.asked === null ? response : behindForm(request, response);
}

/** What an application that was told by a form leads to; another application is none of what its page has named. */
function behindForm(request: ServiceRequest, response: Response): Response {
	const location = response.headers.get("location");
	if (location === null) return response;
	const page = leadOnAnswer(request, location);
	for (const line of response.headers.getSetCookie()) page.headers.append("set-cookie", line);
	return page;
}

function answered(flow: LogoutFlow, answer: LogoutAnswer | null): LogoutFlow {
	const { asked } = flow;
	if (answer && (answer.inResponseTo !== asked?.requestId || answer.clientId !== asked.clientId)) {
		throw messageRefusal("The answer is to no request of this logout.");
	}
	const isSuccess = asked === null || answer?.status === SUCCESS;
	return { ...flow, asked: null, isPartial: flow.isPartial || !isSuccess };
}

/** Tells the next application, or answers the one that began. */
async function nextStep(
	service: IdentityService,
	token: string,
	flow: LogoutFlow,
	request: ServiceRequest,
): Promise<Response> {
	const waiting = [...(flow.waiting ?? [])];
	let { isPartial } = flow;
	for (let next = waiting.shift(); next; next = waiting.shift()) {
		const application = await reachableBy(service, next.clientId);
		if (application) {
			const requestId = newMessageId();
			await saveLogout(service, token, { ...flow, waiting, asked: { clientId: next.clientId, requestId }, isPartial });
			return carryToApplication(service, application, logoutRequestTo(next, requestId), request);
		}
		isPartial = true;
	}
	return finished(
		service,
		token,
		await answerOrigin(service, flow, isPartial ? [SUCCESS, PARTIAL_LOGOUT] : [SUCCESS], request),
	);
}

async function finished(service: IdentityService, token: string, response: Response): Promise<Response> {
	await endLogout(service, token);
	response.headers.append("set-cookie", logoutCookie(service, null));
	return response;
}

async function answerOrigin(
	service: IdentityService,
	{ origin }: LogoutFlow,
	status: readonly [string, string?],
	request: ServiceRequest,
): Promise<Response> {
	if (origin.kind === "address") {
		const { returnTo, partialReturnTo = returnTo } = origin;
		const location = status.includes(PARTIAL_LOGOUT) ? partialReturnTo : returnTo;
		return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
	}
	const application = await reachableBy(service, origin.clientId);
	if (!application) throw messageRefusal("You are signed out. The application can't be answered any more.");
	return carryToApplication(service, application, logoutResponseTo(origin, newMessageId(), status), request);
}

type Begun = { flow: LogoutFlow; cookies: string[] } | { response: Response };

/** Ends the sessions, and finds out who is to be told of it. */
async function endSessions(service: IdentityService, flow: LogoutFlow, request: ServiceRequest): Promise<Begun> {
	const { provider } = service.oidc();
	const session = await browserSession(service, request);
	const own = session.userId === null ? null : session.uid;
	const uids = flow.sessions ?? (own === null ? [] : [own]);
	const told = (await Promise.all(uids.map((uid) => participantsOf(service, uid)))).flat();
	const { origin } = flow;
	const isOfOrigin = ({ clientId, nameId }: (typeof told)[number]) =>
		origin.kind === "request" && clientId === origin.clientId && nameId === origin.nameId;
	const isMeant = flow.sessions === null ? told.some(isOfOrigin) : flow.sessions.length > 0;
	if (origin.kind === "request" && own !== null && !isMeant) {
		// Somebody is signed in here, and not as the application says.
		const status = [REQUESTER, UNKNOWN_PRINCIPAL] as const;
		return { response: await answerOrigin(service, flow, status, request) };
	}
	for (const uid of uids) await endSession(service, provider, uid);
	const others = told.filter(({ clientId }) => origin.kind !== "request" || clientId !== origin.clientId);
	return {
		flow: { ...flow, waiting: byApplication(others) },
		cookies: own !== null && uids.includes(own) ? session.forget() : [],
	};
}
