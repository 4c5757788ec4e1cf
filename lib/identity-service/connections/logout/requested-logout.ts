import { SAML_STRATEGY } from "@/lib/contract/connection/connection-limits";
import type { IdentityService } from "../../context/identity-service";
import type { ServiceRequest } from "../../context/service-request";
import { messageRefusal } from "../../http/refusal";
import { seeOther } from "../../http/respond";
import { connectionInLog } from "../../log/sign-ins";
import type { LogoutRequest, MessageHeader } from "../../saml/inbound-messages";
import { beginSingleLogout } from "../../saml/logout-flow";
import { REQUESTER, UNKNOWN_PRINCIPAL, UNSPECIFIED_NAME } from "../../saml/names";
import { logoutResponse, type Status, successStatus } from "../../saml/outbound-messages";
import { browserSession } from "../../sessions/browser-session";
import { endSessions } from "../../sessions/end-session";
import { type ProviderSession, providerSessionOf, providerSessionsOf } from "../../sessions/saml-sessions";
import { findConnection } from "../../store/connections";
import { logoutAddress, type SamlConnection, samlConnection } from "../saml-connection";
import { logoutDestination, providerLogouts, type RespondingFlow, sendToProvider } from "./provider-logout";

/** Set in the address of the last step where an application could not be notified, or did not sign out. */
const PARTIAL_PARAMETER = "partial";

type Name = Pick<LogoutRequest, "nameIdFormat" | "nameQualifier" | "spNameQualifier">;
type Message = LogoutRequest & MessageHeader & { relayState: string | null };

/**
 * Handles a provider's LogoutRequest (SAML core 2.0 section 3.7.3.2): ends the sessions that came from those it names,
 * without any cookie. Then the SAML applications are notified, and the provider gets its response.
 */
export async function endAtRequest(
	service: IdentityService,
	request: ServiceRequest,
	connections: readonly [SamlConnection, ...SamlConnection[]],
	message: Message,
): Promise<Response> {
	const sessions = await namedSessions(service, connections, message);
	const connection = connections.find(({ id }) => id === sessions[0]?.connectionId) ?? connections[0];
	const pending = { connectionId: connection.id, requestId: message.id, relayState: message.relayState };
	const returnTo = logoutAddress(service.config);
	const partialReturnTo = `${returnTo}?${PARTIAL_PARAMETER}`;
	const uids = sessions.map(({ sessionUid }) => sessionUid);
	const requester = { request, connection: connectionInLog({ ...connection, strategy: SAML_STRATEGY }) };
	const { logout, isPartial } = await endSessions(service, uids, requester, async (within, { participants }) => {
		const begun = await beginSingleLogout(within, participants, { returnTo, partialReturnTo });
		const token = begun && (await providerLogouts.begin(within, { kind: "response", ...pending }));
		return { logout: begun && { ...begun, token }, isPartial: participants.length > 0 };
	});
	if (logout) return seeOther(logout.location, [logout.cookie, providerLogouts.tokenCookie(service, logout.token)]);
	const isAnother = sessions.length === 0 && (await isSignedInThrough(service, request, connection));
	if (isAnother) {
		const description = "The identity provider names another session than that of the browser.";
		service.log.add({ ...requester, type: "flo", description });
	}
	const status = isAnother ? ([REQUESTER, UNKNOWN_PRINCIPAL] as const) : successStatus(isPartial);
	return respond(service, request, connection, pending, status);
}

/** The applications have been notified: now the provider gets its response. */
export async function respondAfterRound(
	service: IdentityService,
	request: ServiceRequest,
	{ token, flow }: { token: string; flow: RespondingFlow },
): Promise<Response> {
	await providerLogouts.forget(service, token);
	const row = await findConnection(service.database, flow.connectionId);
	if (!row) throw messageRefusal("You are signed out here. The connection has been deleted since.");
	const status = successStatus(request.url.searchParams.has(PARTIAL_PARAMETER));
	const response = await respond(service, request, await samlConnection(service, row), flow, status);
	response.headers.append("set-cookie", providerLogouts.tokenCookie(service, null));
	return response;
}

/** @throws Refusal where the provider has no address for responses; the sessions have ended all the same */
function respond(
	service: IdentityService,
	request: ServiceRequest,
	connection: SamlConnection,
	pending: { requestId: string; relayState: string | null },
	status: Status,
): Promise<Response> {
	const destination = logoutDestination(connection, true);
	if (destination) {
		return sendToProvider(service, request, { connection, destination }, logoutResponse(pending, status));
	}
	throw messageRefusal(
		"You are signed out here. The identity provider can’t be sent a response: it has no sign-out address.",
	);
}

/** Whether the browser is signed in here by a session of this connection. */
async function isSignedInThrough(
	service: IdentityService,
	request: ServiceRequest,
	{ id }: SamlConnection,
): Promise<boolean> {
	const { userId, uid } = await browserSession(service, request);
	return userId !== null && (await providerSessionOf(service, uid))?.connectionId === id;
}

async function namedSessions(
	service: IdentityService,
	connections: readonly SamlConnection[],
	message: Message,
): Promise<ProviderSession[]> {
	const { nameId, sessionIndexes } = message;
	const ofUser = await Promise.all(
		connections.map(({ id }) => providerSessionsOf(service, { connectionId: id, nameId })),
	);
	return ofUser.flat().filter((session) => {
		const isNamed = session.sessionIndex !== null && sessionIndexes.includes(session.sessionIndex);
		return isSameName(session, message) && (sessionIndexes.length === 0 || isNamed);
	});
}

/** A part that one side omits matches any value (SAML core 2.0 section 2.2.2: without a format it is unspecified). */
function isSameName(session: ProviderSession, message: Message): boolean {
	const [one, other] = [nameOf(session), nameOf(message)];
	return one.every((part, index) => part === null || other[index] === null || part === other[index]);
}

function nameOf({ nameIdFormat, nameQualifier, spNameQualifier }: Name) {
	return [nameIdFormat === UNSPECIFIED_NAME ? null : nameIdFormat, nameQualifier, spNameQualifier];
}
