import { absoluteUris } from "../clients/absolute-uris";
import { webOrigins } from "../clients/web-origins";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { type SignInDemand, toAuthorization } from "../identity-provider/to-authorization";
import { selfPostingAnswer } from "../pages/self-posting-page";
import { canMeetContext } from "./authn-context";
import { callbackOf } from "./authn-request";
import { answerLogoutMessage } from "./logout-endpoint";
import { NO_AUTHN_CONTEXT } from "./names";
import { reachable } from "./reachable";
import { type Received, receiveMessage } from "./receive";
import { refusalResponse } from "./refusal-response";
import { responseFields } from "./response-fields";
import { type SamlClient, samlClient } from "./saml-client";
import { connectionDemand } from "./sign-in-parameters";

/**
 * `/samlp/{client_id}`: a sign-in that an application asks for, or that begins here (SAML profiles 2.0 sections 4.1.3 and
 * 4.1.5).
 */
export async function answerSamlSignIn(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const party = await samlClient(service, request.clientId);
	const through = await connectionDemand(service, party.client, request.url.searchParams);
	const message = await receiveMessage(service, request, party);
	if (message.kind === "none") return unasked(service, party, message.relayState, through);
	if (message.kind === "AuthnRequest") return asked(service, request, party, message, through);
	return answerLogoutMessage(service, request, reachable(party.client), message);
}

function unasked(
	service: IdentityService,
	{ client }: SamlClient,
	relayState: string | null,
	through: SignInDemand,
): Promise<Response> {
	const replyTo = callbackOf(undefined, absoluteUris(service, client.redirect_uris));
	const wanted = {
		...({ protocol: "samlp", clientId: client.client_id, replyTo } as const),
		...{ requester: null, inResponseTo: null, state: relayState },
	};
	return toAuthorization(service, wanted, through);
}

async function asked(
	service: IdentityService,
	request: ServiceRequest,
	{ client, settings }: SamlClient,
	message: Received<"AuthnRequest">,
	through: SignInDemand,
): Promise<Response> {
	const { replyTo, requestedContext } = message;
	const wanted = {
		...({ protocol: "samlp", clientId: client.client_id, replyTo } as const),
		...{ requester: message.issuer, inResponseTo: message.id, state: message.relayState },
		...(requestedContext ? { authnContext: requestedContext } : {}),
	};
	if (canMeetContext(requestedContext, settings.authnContextClassRef)) {
		return toAuthorization(service, wanted, { ...demandOf(message), ...through });
	}
	const response = await refusalResponse(service, wanted, settings, NO_AUTHN_CONTEXT);
	return selfPostingAnswer(request, client.name, {
		target: replyTo,
		fields: responseFields(response, message.relayState),
		goesOnTo: webOrigins(client),
	});
}

function demandOf({ isPassive, forceAuthn, subject }: Received<"AuthnRequest">): SignInDemand {
	return {
		...(isPassive ? { prompt: "none" } : forceAuthn ? { prompt: "login" } : {}),
		// `prompt` takes one of the two: without a page, a login that is no age at all is none.
		...(isPassive && forceAuthn ? { max_age: 0 } : {}),
		...(subject?.includes("@") ? { login_hint: subject } : {}),
	};
}
