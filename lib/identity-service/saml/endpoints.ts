import { z } from "zod";
import { webOrigins } from "../clients/across-origins";
import { absoluteUris } from "../clients/addresses";
import { usableConnection } from "../connections/saml-connection";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { messageRefusal } from "../http/refusal";
import { seeOther } from "../http/respond";
import { type SignInParameters, toAuthorization } from "../identity-provider/federated-request";
import { sealedValues } from "../keys/sealed-values";
import { respondWithSelfPosting } from "../pages/redirect-page";
import { participantBy } from "../sessions/saml-sessions";
import type { ClientRow } from "../store/clients";
import { DATABASE_CONNECTION } from "../store/users";
import { continueLogout, type NotifiedResponse } from "./continue-logout";
import { callbackOf } from "./inbound-messages";
import { logoutEndpoint, logoutFlows } from "./logout-flow";
import { NO_AUTHN_CONTEXT } from "./names";
import { formFields } from "./outbound-messages";
import { canMeetContext, errorResponse } from "./response";
import {
	logoutClient,
	type Received,
	type ReceivedMessage,
	receiveMessage,
	type SamlClient,
	samlClient,
} from "./saml-client";

/** `/samlp/{client_id}`: a sign-in by an AuthnRequest or without one (SAML profiles 2.0 sections 4.1.3 and 4.1.5). */
export async function handleSamlSignIn(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const party = await samlClient(service, request.clientId);
	const { client } = party;
	const connection = await requestedConnection(service, client, request.url.searchParams);
	const message = await receiveMessage(service, request, party);
	if (message.kind === "AuthnRequest") return requestedSignIn(service, request, party, message, connection);
	if (message.kind !== "none") return handleLogoutMessage(service, request, client, message);
	const replyTo = callbackOf(undefined, absoluteUris(service, client.redirect_uris));
	const unsolicited = { requester: null, inResponseTo: null, state: message.relayState };
	return toAuthorization(
		service,
		{ protocol: "samlp", clientId: client.client_id, replyTo, ...unsolicited },
		connection,
	);
}

/**
 * The connection that the query names beside the message.
 * @throws Refusal where the tenant does not have it, or the application may not use it
 */
async function requestedConnection(
	service: IdentityService,
	{ client_id }: ClientRow,
	query: URLSearchParams,
): Promise<Pick<SignInParameters, "connection">> {
	const [name, ...others] = query.getAll("connection").filter((named) => named !== DATABASE_CONNECTION);
	const connection = name && others.length === 0 ? await usableConnection(service, name) : null;
	if (name !== undefined && !connection?.clientIds.includes(client_id)) {
		throw messageRefusal(`There is no such connection. Available: ${DATABASE_CONNECTION}.`);
	}
	if (query.has("organization")) throw messageRefusal("There are no organizations on this service.");
	return connection ? { connection: connection.name } : {};
}

async function requestedSignIn(
	service: IdentityService,
	request: ServiceRequest,
	{ client, settings }: SamlClient,
	message: Received<"AuthnRequest">,
	connection: SignInParameters,
): Promise<Response> {
	const { replyTo, requestedContext, relayState, isPassive, forceAuthn, subject } = message;
	const federated = {
		protocol: "samlp" as const,
		clientId: client.client_id,
		replyTo,
		requester: message.issuer,
		inResponseTo: message.id,
		state: relayState,
		...(requestedContext ? { authnContext: requestedContext } : {}),
	};
	if (!canMeetContext(requestedContext, settings.authnContextClassRef)) {
		const response = await errorResponse(service, federated, settings, NO_AUTHN_CONTEXT);
		const fields = formFields("SAMLResponse", response, relayState);
		return respondWithSelfPosting(request, client.name, { target: replyTo, fields, redirectsTo: webOrigins(client) });
	}
	return toAuthorization(service, federated, {
		...(isPassive ? { prompt: "none" } : forceAuthn ? { prompt: "login" } : {}),
		// `prompt` can have one of the two: with `none`, no login is recent enough for `max_age` 0.
		...(isPassive && forceAuthn ? { max_age: 0 } : {}),
		...(subject?.includes("@") ? { login_hint: subject } : {}),
		...connection,
	});
}

/** Passes a LogoutResponse that came as a form to a GET, with which the browser sends its cookies. */
const RESPONSE_PARAMETER = "answer";
const responses = sealedValues(
	"saml-logout-answer",
	z.strictObject({ clientId: z.string(), inResponseTo: z.string(), status: z.string() }),
);

/** `/samlp/{client_id}/logout`: single logout (SAML profiles 2.0 section 4.4), all of its messages and the steps between. */
export async function handleSamlLogout(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const { client, settings } = await samlClient(service, request.clientId);
	requireLogout(client);
	const message = await receiveMessage(service, request, { client, settings });
	if (message.kind !== "none") return handleLogoutMessage(service, request, client, message);
	return continued(service, request, await responses.inAddress(service, request.url, RESPONSE_PARAMETER));
}

/** A message of a logout, received at either endpoint. */
async function handleLogoutMessage(
	service: IdentityService,
	request: ServiceRequest,
	client: ClientRow,
	message: ReceivedMessage,
): Promise<Response> {
	requireLogout(client);
	const { client_id: clientId } = client;
	if (message.kind === "LogoutRequest") {
		const token = await beginRequestedLogout(service, clientId, message);
		return seeOther(logoutEndpoint(service, clientId), [logoutFlows.tokenCookie(service, token)]);
	}
	if (message.kind !== "LogoutResponse") throw messageRefusal("This URL does not accept requests to sign in.");
	const received = { clientId, inResponseTo: message.inResponseTo, status: message.status };
	if (request.method === "GET") return continued(service, request, received);
	const sealed = await responses.seal(service, received);
	// Browsers send no SameSite=Lax cookies with a form of another site, but with the GET that follows.
	return seeOther(logoutEndpoint(service, clientId, { [RESPONSE_PARAMETER]: sealed }));
}

function requireLogout(client: ClientRow): void {
	if (logoutClient(client)) return;
	throw messageRefusal("Single logout is off for this application, or it has no URL for responses.");
}

async function continued(
	service: IdentityService,
	request: ServiceRequest,
	received: NotifiedResponse | null,
): Promise<Response> {
	const found = await logoutFlows.find(service, request.headers.get("cookie"));
	if (!found) throw messageRefusal("There is no sign-out in this browser to continue.");
	return continueLogout(service, request, found, received);
}

/**
 * Begins the logout that an application requests (SAML core 2.0 section 3.7.3.2), of the sessions that it names by
 * SessionIndex and NameID. Any site could have sent an unsigned request, which must therefore name a session.
 * @returns the logout's token
 */
async function beginRequestedLogout(
	service: IdentityService,
	clientId: string,
	{ id, sessionIndexes, nameId, isSigned, relayState }: Received<"LogoutRequest">,
): Promise<string> {
	const named = await Promise.all(sessionIndexes.map((index) => participantBy(service, index)));
	const own = named.flatMap((found) =>
		found?.clientId === clientId && found.nameId === nameId ? [found.sessionUid] : [],
	);
	if (!isSigned && (own.length === 0 || own.length < named.length)) {
		throw messageRefusal(
			"The request is not signed, and does not name a session of this application by its SessionIndex and NameID.",
		);
	}
	const sessions = sessionIndexes.length === 0 ? null : [...new Set(own)];
	const origin = { kind: "request", clientId, requestId: id, nameId, relayState } as const;
	return logoutFlows.begin(service, { origin, sessions, waiting: null, sentRequest: null, isPartial: false });
}
