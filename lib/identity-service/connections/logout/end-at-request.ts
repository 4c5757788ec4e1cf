import type { IdentityService } from "../../context/identity-service";
import type { ServiceRequest } from "../../context/service-request";
import { messageRefusal } from "../../http/refusal";
import type { LogoutRequest, MessageHeader } from "../../saml/inbound-messages";
import { beginRound } from "../../saml/logout-flow";
import { PARTIAL_LOGOUT, REQUESTER, SUCCESS, UNKNOWN_PRINCIPAL, UNSPECIFIED_NAME } from "../../saml/names";
import { logoutResponse } from "../../saml/outbound-messages";
import { endSession } from "../../sessions/end-sessions";
import { type ProviderSession, providerSessionsOf } from "../../sessions/provider-session";
import type { SamlConnection } from "../saml-connection";
import { isSignedInThrough } from "./is-signed-in-through";
import { logoutAddress, PARTIAL_LOGOUT_ADDRESS_QUERY } from "./logout-address";
import { beginProviderLogout, providerLogoutCookie } from "./logout-at-provider";
import { sendToProvider } from "./provider-message";
import { logoutDestination } from "./reachable-provider";

type Asked = LogoutRequest & MessageHeader & { relayState: string | null };

/**
 * What a provider asks for (SAML core 2.0 section 3.7.3.2): the sessions here end that came from those it names. The
 * message names them, so that no cookie is needed. Then the applications of SAML hear of it, and the provider is answered.
 */
export async function endAtRequest(
	service: IdentityService,
	request: ServiceRequest,
	connections: readonly [SamlConnection, ...SamlConnection[]],
	asked: Asked,
): Promise<Response> {
	const found = await sessionsMeant(service, connections, asked);
	const connection = connections.find(({ id }) => id === found[0]?.connectionId) ?? connections[0];
	const uids = found.map(({ sessionUid }) => sessionUid);
	const { provider } = service.oidc();
	const ended = await Promise.all(uids.map((uid) => endSession(service, provider, uid)));
	const told = ended.flatMap(({ participants }) => participants);
	const waiting = { connectionId: connection.id, requestId: asked.id, relayState: asked.relayState };
	const returnTo = logoutAddress(service.config);
	const round = await beginRound(service, told, {
		...{ returnTo, partialReturnTo: `${returnTo}?${PARTIAL_LOGOUT_ADDRESS_QUERY}` },
	});
	if (round) {
		const token = await beginProviderLogout(service, { kind: "answer", ...waiting });
		const headers = new Headers({ location: round.location, "cache-control": "no-store" });
		for (const cookie of [round.cookie, providerLogoutCookie(service, token)]) headers.append("set-cookie", cookie);
		return new Response(null, { status: 303, headers });
	}
	const isAnother = uids.length === 0 && (await isSignedInThrough(service, request, connection));
	const status = isAnother
		? ([REQUESTER, UNKNOWN_PRINCIPAL] as const)
		: told.length > 0
			? ([SUCCESS, PARTIAL_LOGOUT] as const)
			: ([SUCCESS] as const);
	return answerProvider(service, request, connection, waiting, status);
}

/** @throws Refusal where the provider can't be answered; the sessions have ended all the same */
export async function answerProvider(
	service: IdentityService,
	request: ServiceRequest,
	connection: SamlConnection,
	waiting: { requestId: string; relayState: string | null },
	status: readonly [string, string?],
): Promise<Response> {
	const destination = logoutDestination(connection, true);
	if (!destination) {
		throw messageRefusal(
			"You are signed out here. The identity provider can't be answered: it has no sign-out address.",
		);
	}
	return sendToProvider(service, request, { connection, destination }, logoutResponse(waiting, status));
}

async function sessionsMeant(
	service: IdentityService,
	connections: readonly SamlConnection[],
	asked: Asked,
): Promise<ProviderSession[]> {
	const { nameId, sessionIndexes } = asked;
	const ofPerson = await Promise.all(
		connections.map(({ id }) => providerSessionsOf(service, { connectionId: id, nameId })),
	);
	return ofPerson.flat().filter((session) => {
		const isNamed = session.sessionIndex !== null && sessionIndexes.includes(session.sessionIndex);
		return isSameName(session, asked) && (sessionIndexes.length === 0 || isNamed);
	});
}

/** What one side leaves out, the other may say (SAML core 2.0 section 2.2.2: without a format it is unspecified). */
function isSameName(session: ProviderSession, asked: Asked): boolean {
	const formats = [session.nameIdFormat, asked.nameIdFormat].filter(
		(format) => (format ?? UNSPECIFIED_NAME) !== UNSPECIFIED_NAME,
	);
	return (
		isSame(formats[0], formats[1]) &&
		isSame(session.nameQualifier, asked.nameQualifier) &&
		isSame(session.spNameQualifier, asked.spNameQualifier)
	);
}

function isSame(one: string | null | undefined, other: string | null | undefined): boolean {
	return (one ?? null) === null || (other ?? null) === null || one === other;
}
