import { z } from "zod";
import { seal, unseal } from "@/lib/secrets/sealed-text";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { messageRefusal } from "../http/refusal";
import { continueLogout, type LogoutAnswer } from "./continue-logout";
import { findLogout, logoutCookie } from "./logout-flow";
import type { Reachable } from "./logout-message";
import { beginRequestedLogout } from "./logout-requests";
import { reachable } from "./reachable";
import { type Received, type ReceivedMessage, receiveMessage } from "./receive";
import { samlClient } from "./saml-client";

/** By which an answer that came as a form goes on to where the browser brings its cookies. */
const ANSWER_PARAMETER = "answer";
const PURPOSE = "saml-logout-answer";
const sealedAnswer = z.strictObject({ clientId: z.string(), inResponseTo: z.string(), status: z.string() });

/** `/samlp/{client_id}/logout`: single logout (SAML profiles 2.0 section 4.4), all of its messages and the steps between. */
export async function answerSamlLogout(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const { client, settings } = await samlClient(service, request.clientId);
	const application = requireReachable(reachable(client));
	const message = await receiveMessage(service, request, { client, settings });
	if (message.kind === "none") return goOn(service, request, await carriedAnswer(service, request));
	return answerLogoutMessage(service, request, application, message);
}

/** A message that has to do with a logout, wherever it came. */
export async function answerLogoutMessage(
	service: IdentityService,
	request: ServiceRequest,
	application: Reachable | null,
	message: ReceivedMessage,
): Promise<Response> {
	const { client } = requireReachable(application);
	if (message.kind === "LogoutRequest") {
		const token = await beginRequestedLogout(service, requireReachable(application), message);
		const response = toOwnAddress(service, client.client_id);
		response.headers.append("set-cookie", logoutCookie(service, token));
		return response;
	}
	if (message.kind !== "LogoutResponse") throw messageRefusal("Requests to sign in are not taken at this address.");
	const answer = answerOf(client.client_id, message);
	if (request.method === "GET") return goOn(service, request, answer);
	const sealed = await seal(JSON.stringify(answer), service.secrets.current, PURPOSE);
	return toOwnAddress(service, client.client_id, { [ANSWER_PARAMETER]: sealed });
}

function requireReachable(application: Reachable | null): Reachable {
	if (application) return application;
	throw messageRefusal("Single logout is off for this application, or it has no address to be answered at.");
}

function answerOf(clientId: string, { inResponseTo, status }: Received<"LogoutResponse">): LogoutAnswer {
	return { clientId, inResponseTo, status };
}

/** By GET: a form of another site brings no SameSite=Lax cookies, the GET that follows it does. */
function toOwnAddress(
	{ config }: IdentityService,
	clientId: string,
	parameters: Record<string, string> = {},
): Response {
	const location = new URL(`samlp/${encodeURIComponent(clientId)}/logout`, config.issuer);
	location.search = String(new URLSearchParams(parameters));
	return new Response(null, { status: 303, headers: { location: location.href, "cache-control": "no-store" } });
}

async function carriedAnswer(service: IdentityService, request: ServiceRequest): Promise<LogoutAnswer | null> {
	const sealed = request.url.searchParams.get(ANSWER_PARAMETER);
	if (sealed === null) return null;
	const opened = await unseal(sealed, service.secrets.known, PURPOSE);
	if (!opened) throw messageRefusal("The address was made up, or is of another time.");
	return sealedAnswer.parse(JSON.parse(opened.text));
}

async function goOn(service: IdentityService, request: ServiceRequest, answer: LogoutAnswer | null): Promise<Response> {
	const found = await findLogout(service, request.headers.get("cookie"));
	if (!found) throw messageRefusal("This browser is not on its way out: there is no logout to go on with.");
	return continueLogout(service, found, request, answer);
}
