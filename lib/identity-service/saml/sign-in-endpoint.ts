import { webOrigins } from "../clients/across-origins";
import { absoluteUris } from "../clients/addresses";
import { usableConnection } from "../connections/saml-connection";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { messageRefusal } from "../http/refusal";
import { type SignInDemand, toAuthorization } from "../identity-provider/federated-request";
import { selfPostingAnswer } from "../pages/redirect-page";
import type { ClientRow } from "../store/clients";
import { DATABASE_CONNECTION } from "../store/users";
import { canMeetContext } from "./authn-context";
import { callbackOf } from "./inbound-messages";
import { answerLogoutMessage } from "./logout-endpoint";
import { NO_AUTHN_CONTEXT } from "./names";
import { formFields } from "./outbound-messages";
import { errorResponse } from "./response";
import { logoutClient, type Received, receiveMessage, type SamlClient, samlClient } from "./saml-client";

/** `/samlp/{client_id}`: a sign-in by an AuthnRequest or without one (SAML profiles 2.0 sections 4.1.3 and 4.1.5). */
export async function answerSamlSignIn(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const party = await samlClient(service, request.clientId);
	const { client } = party;
	const connection = await requestedConnection(service, client, request.url.searchParams);
	const message = await receiveMessage(service, request, party);
	if (message.kind === "AuthnRequest") return requestedSignIn(service, request, party, message, connection);
	if (message.kind !== "none") return answerLogoutMessage(service, request, logoutClient(client), message);
	const replyTo = callbackOf(undefined, absoluteUris(service, client.redirect_uris));
	const unrequested = { requester: null, inResponseTo: null, state: message.relayState };
	return toAuthorization(
		service,
		{ protocol: "samlp", clientId: client.client_id, replyTo, ...unrequested },
		connection,
	);
}

/**
 * The connection that stands beside the message.
 * @throws Refusal where it is none of this tenant's, or none that the application may use
 */
async function requestedConnection(
	service: IdentityService,
	{ client_id }: ClientRow,
	query: URLSearchParams,
): Promise<Pick<SignInDemand, "connection">> {
	const [name, ...others] = query.getAll("connection").filter((named) => named !== DATABASE_CONNECTION);
	const connection = name && others.length === 0 ? await usableConnection(service, name) : null;
	if (name !== undefined && !connection?.clientIds.includes(client_id)) {
		throw messageRefusal(`There is no such connection: people sign in through ${DATABASE_CONNECTION}.`);
	}
	if (query.has("organization")) throw messageRefusal("There are no organizations on this service.");
	return connection ? { connection: connection.name } : {};
}

async function requestedSignIn(
	service: IdentityService,
	request: ServiceRequest,
	{ client, settings }: SamlClient,
	message: Received<"AuthnRequest">,
	connection: SignInDemand,
): Promise<Response> {
	const { replyTo, requestedContext, relayState, isPassive, forceAuthn, subject } = message;
	const federated = {
		...({ protocol: "samlp", clientId: client.client_id, replyTo } as const),
		...{ requester: message.issuer, inResponseTo: message.id, state: relayState },
		...(requestedContext ? { authnContext: requestedContext } : {}),
	};
	if (!canMeetContext(requestedContext, settings.authnContextClassRef)) {
		const response = await errorResponse(service, federated, settings, NO_AUTHN_CONTEXT);
		const fields = formFields("SAMLResponse", response, relayState);
		return selfPostingAnswer(request, client.name, { target: replyTo, fields, goesOnTo: webOrigins(client) });
	}
	return toAuthorization(service, federated, {
		...(isPassive ? { prompt: "none" } : forceAuthn ? { prompt: "login" } : {}),
		// `prompt` takes one of the two: without a page, a login that is no age at all is none.
		...(isPassive && forceAuthn ? { max_age: 0 } : {}),
		...(subject?.includes("@") ? { login_hint: subject } : {}),
		...connection,
	});
}
