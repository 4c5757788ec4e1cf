import { SIGN_IN_FAILURES } from "@/lib/contract/log-entry";
import type { IdentityService } from "../../context/identity-service";
import { messageRefusal, methodNotAllowed, notFound, Refusal } from "../../http/refusal";
import { seeOther } from "../../http/respond";
import { clientInLog, connectionInLog, nameInLog } from "../../log/sign-ins";
import { toSignIn } from "../../login/login-address";
import { OPENER_HEADER, OPENER_KEPT } from "../../oidc/web-message";
import { relayStateOf, samlForm } from "../../saml/transport";
import { findClient } from "../../store/clients";
import { enabledClients, findConnectionByName } from "../../store/connections";
import { loginHash, saveProviderSignIn } from "../provider-sign-in";
import { type CheckedResponse, checkedResponse, requireFirstUse } from "../response/checked-response";
import { profileOf } from "../response/profile";
import { RESPONSE_BYTES_MAX, RESPONSE_CLOCK_SKEW_SECONDS } from "../response/response-limits";
import { isAnyUsable, type SamlConnection, samlConnection } from "../saml-connection";
import { continueIdpInitiated } from "./idp-initiated";
import { consumePendingRequest, findPendingByRelayState, findPendingRequest } from "./pending-request";
import { type KnownAttempt, providerSignIn, refuseConnection } from "./sign-in-endpoint";

/**
 * `POST /login/callback?connection=NAME`: the response of an outside provider, in a cross-site form without the
 * browser's cookies. So no user is signed in yet: the browser is redirected to an address to which it sends them. While
 * every connection is off, this is a 404 and the body is not read.
 */
export const handleCallback = providerSignIn(async (service, request, known) => {
	if (!(await isAnyUsable(service))) {
		if (request.method === "POST") await noteDisabled(service, known, request.url.searchParams);
		throw notFound("No one signs in here through another identity provider.");
	}
	if (request.method !== "POST") throw methodNotAllowed(request.method, ["OPTIONS", "POST"]);
	const connection = await namedConnection(service, known, request.url.searchParams);
	const form = await samlForm(request, RESPONSE_BYTES_MAX);
	const sent = form.get("SAMLResponse")?.value;
	if (!sent) throw messageRefusal("The form has no SAMLResponse.");
	if (form.has("SAMLRequest")) throw messageRefusal("A request and a response were sent together.");
	// Some providers send an empty value where there is none.
	const relayState = relayStateOf(form) || null;
	try {
		const response = await checkedResponse(service, connection, sent);
		return response.inResponseTo === null
			? await idpInitiated(service, connection, response, relayState)
			: await requested(service, known, connection, response, response.inResponseTo, relayState);
	} catch (error) {
		if (!(error instanceof Refusal) || relayState === null) throw error;
		// Even for an invalid response, RelayState names the pending login, whose page opens in that login's browser alone.
		const pending = await findPendingByRelayState(service, connection, relayState);
		if (pending) known.client ??= clientInLog(await findClient(service.database, pending.clientId));
		throw pending ? error.withPage({ back: toSignIn(pending.loginUid, "refused") }) : error;
	}
});

/** For the log: of a connection that was disabled while a user was at its provider. */
async function noteDisabled(service: IdentityService, known: KnownAttempt, query: URLSearchParams): Promise<void> {
	const row = await findConnectionByName(service.database, query.get("connection") ?? "");
	if (row) Object.assign(known, { connection: connectionInLog(row), description: SIGN_IN_FAILURES.otherConnection });
}

async function namedConnection(
	service: IdentityService,
	known: KnownAttempt,
	query: URLSearchParams,
): Promise<SamlConnection> {
	const [name, ...others] = query.getAll("connection");
	if (!name) throw messageRefusal("The connection is missing: the URL has no parameter of this name.");
	if (others.length > 0) throw messageRefusal("The URL has more than one connection.");
	const row = await findConnectionByName(service.database, name);
	if (!row) throw messageRefusal("There is no such connection.", 404);
	known.connection = connectionInLog(row);
	if (enabledClients(row).length > 0) return samlConnection(service, row);
	return refuseConnection(known, "The connection is disabled: no application may use it.");
}

async function requested(
	service: IdentityService,
	known: KnownAttempt,
	connection: SamlConnection,
	response: CheckedResponse,
	inResponseTo: string,
	relayState: string | null,
): Promise<Response> {
	if (relayState === null) {
		// Without one of the two, the vendor treats a response as IdP-initiated.
		requireIdpInitiated(connection);
		throw messageRefusal("The RelayState is missing: the provider did not send back the one it received.");
	}
	const pending = await findPendingRequest(service, connection, { inResponseTo, relayState });
	if (!pending) {
		throw messageRefusal("The response does not match a pending request of this service. Begin the sign-in again.");
	}
	const { clientId, loginUid } = pending;
	known.client = clientInLog(await findClient(service.database, clientId));
	if (!connection.clientIds.includes(clientId)) {
		const { user } = authenticatedUser(connection, response);
		Object.assign(known, { userId: user.user_id, userName: nameInLog(user) });
		refuseConnection(known, "The application no longer accepts users of this connection.");
	}
	requireNewAuthentication(pending.askedAgainAt, response);
	const user = authenticatedUser(connection, response);
	await requireFirstUse(service, connection, response);
	if (!(await consumePendingRequest(service, connection, pending))) {
		throw messageRefusal("The request already has a response. Begin the sign-in again.");
	}
	const token = await saveProviderSignIn(service, { clientId, login: loginHash(loginUid), ...user });
	const location = new URL(`login/${loginUid}/connection`, service.config.issuer);
	location.searchParams.set("answer", token);
	const redirect = seeOther(location);
	redirect.headers.set(OPENER_HEADER, OPENER_KEPT);
	return redirect;
}

async function idpInitiated(
	service: IdentityService,
	connection: SamlConnection,
	response: CheckedResponse,
	relayState: string | null,
): Promise<Response> {
	requireIdpInitiated(connection);
	return continueIdpInitiated(service, connection, relayState, async (clientId) => {
		const user = authenticatedUser(connection, response);
		await requireFirstUse(service, connection, response);
		return saveProviderSignIn(service, { clientId, login: null, ...user });
	});
}

function requireIdpInitiated({ name, options }: SamlConnection): void {
	if (options.idpinitiated?.enabled) return;
	throw messageRefusal(`IdP-Initiated login is not enabled for connection '${name}'.`);
}

/** @throws Refusal where `ForceAuthn` was requested, and the response doesn't prove a new authentication */
function requireNewAuthentication(since: string | null, { authenticatedAt }: CheckedResponse): void {
	if (since === null) return;
	if (authenticatedAt === null)
		throw messageRefusal("The provider had to ask you to sign in again, and does not say when it did.");
	if (authenticatedAt.getTime() >= Date.parse(since) - RESPONSE_CLOCK_SKEW_SECONDS * 1000) return;
	throw messageRefusal("The provider had to ask you to sign in again, and did not.");
}

/**
 * The subject of a response as a user of this tenant, and the provider's session.
 * @throws Refusal where the response does not identify the user
 */
function authenticatedUser(connection: SamlConnection, response: CheckedResponse) {
	const { id, email_verified, ...profile } = profileOf(connection, response);
	const { nameId, nameIdFormat, nameQualifier, spNameQualifier, sessionIndex, sessionUntil } = response;
	return {
		connectionId: connection.id,
		user: { ...profile, user_id: id, connection: connection.name, email_verified: email_verified ? 1 : 0 },
		session: {
			nameId,
			nameIdFormat,
			nameQualifier,
			spNameQualifier,
			sessionIndex,
			...(sessionUntil ? { until: sessionUntil.toISOString() } : {}),
		},
	};
}
