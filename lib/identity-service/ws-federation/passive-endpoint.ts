import { wsFederationSettingsOf } from "../clients/addon-settings";
import { absoluteUris, isReturnAddress } from "../clients/addresses";
import { findServiceClient } from "../clients/service-client";
import { usableConnection } from "../connections/saml-connection";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { messageRefusal, unregisteredRefusal } from "../http/refusal";
import { singleValue } from "../http/request-parameters";
import { seeOther } from "../http/respond";
import { CLIENT_REALM, clientRealm } from "../identity-provider/entity";
import { type SignInParameters, toAuthorization } from "../identity-provider/federated-request";
import { clientInLog } from "../log/sign-ins";
import { beginSingleLogout } from "../saml/logout-flow";
import { browserSession } from "../sessions/browser-session";
import { endSessions } from "../sessions/end-session";
import { type ClientRow, clientSettings, clientsWithSetting } from "../store/clients";
import { DATABASE_CONNECTION } from "../store/users";
import { SIGN_IN, SIGN_OUT, SIGN_OUT_CLEANUP } from "./names";

/** How old a request may be, and how far the sender's clock may be ahead. */
const CURRENT_TIME_LEEWAY_SECONDS = 5 * 60;
const MINUTE_SECONDS = 60;

/**
 * `GET /wsfed` and `GET /wsfed/{client_id}`: the passive requestor profile (WS-Federation 1.2 section 13).
 * Without a client in the path the realm alone names the application.
 */
export async function handlePassiveRequest(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const { clientId } = request;
	const parameters = passiveParameters(request.url.searchParams);
	const { wa, wtrealm, wreply } = parameters;
	switch (wa ?? SIGN_IN) {
		case SIGN_IN:
			return signIn(service, await realmClient(service, clientId, wtrealm), parameters);
		case SIGN_OUT:
		case SIGN_OUT_CLEANUP: {
			const isUnnamed = clientId === null && wtrealm === null;
			const client = isUnnamed ? null : await realmClient(service, clientId, wtrealm);
			return signOut(service, request, client, wreply);
		}
		default:
			throw messageRefusal(`The wa is not ${SIGN_IN}, ${SIGN_OUT} or ${SIGN_OUT_CLEANUP}.`);
	}
}

/** `wa=wsignin1.0` (WS-Federation 1.2 section 13.2.1): continues as an authorization request. */
async function signIn(service: IdentityService, client: ClientRow, parameters: PassiveParameters): Promise<Response> {
	const home = await homeOf(service, client, parameters.whr);
	requireCurrent(parameters.wct, service.now());
	const request = {
		protocol: "wsfed" as const,
		clientId: client.client_id,
		inResponseTo: null,
		requester: parameters.wtrealm ?? clientRealm(client),
		replyTo: replyAddress(service, client, parameters.wreply),
		state: contextOf(parameters.wctx),
	};
	return toAuthorization(service, request, { ...freshness(parameters.wfresh), ...home });
}

/** The requested callback, which must match a registered one exactly; without a request for one, the first. */
function replyAddress(service: IdentityService, client: ClientRow, requested: string | null): string {
	const callbacks = absoluteUris(service, client.redirect_uris).filter((uri) => /^https?:/.test(uri));
	const address = requested === null ? callbacks[0] : callbacks.find((uri) => uri === requested);
	if (address !== undefined) return address;
	throw messageRefusal(
		requested === null
			? "The application has no callback URL to respond to."
			: "The wreply is not one of the application's callback URLs.",
	);
}

/** The user's home realm: this service, or the provider of a connection that the application may use. */
async function homeOf(service: IdentityService, client: ClientRow, home: string | null): Promise<SignInParameters> {
	if (home === null || home === `urn:${DATABASE_CONNECTION}`) return {};
	const name = home.startsWith("urn:") ? home.slice("urn:".length) : "";
	const connection = await usableConnection(service, name);
	if (connection?.clientIds.includes(client.client_id)) return { connection: name };
	throw messageRefusal("The whr is not a connection of this service.");
}

function requireCurrent(time: string | null, now: Date): void {
	if (time === null) return;
	// XML Schema's dateTime, in UTC (section 13.2.1).
	const sent = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(time) ? Date.parse(time) : Number.NaN;
	if (Number.isNaN(sent)) throw messageRefusal("The wct is not a time in UTC.");
	if (Math.abs(now.getTime() - sent) > CURRENT_TIME_LEEWAY_SECONDS * 1000) {
		throw messageRefusal("The request is too old, or a clock is wrong: its wct is not the current time.");
	}
}

/** @param minutes since the last login; 0: the user signs in again */
function freshness(minutes: string | null): SignInParameters {
	if (minutes === null) return {};
	if (!/^\d{1,6}$/.test(minutes)) throw messageRefusal("The wfresh is not a number of minutes.");
	return Number(minutes) === 0 ? { prompt: "login" } : { max_age: Number(minutes) * MINUTE_SECONDS };
}

/**
 * `wa=wsignout1.0` and `wsignoutcleanup1.0` (WS-Federation 1.2 section 13.2.4): ends the browser's session without a
 * confirmation, notifies the SAML applications of the session, and redirects to an address of the client or to the
 * service's own page.
 */
async function signOut(
	service: IdentityService,
	request: ServiceRequest,
	client: ClientRow | null,
	reply: string | null,
): Promise<Response> {
	const session = await browserSession(service, request);
	const callbacks = client && absoluteUris(service, client.redirect_uris);
	const isOwn =
		reply !== null &&
		client !== null &&
		(isReturnAddress(absoluteUris(service, client.logout_uris), reply) || callbacks?.includes(reply));
	const returnTo = isOwn ? reply : new URL("oidc/logout/success", service.config.issuer).href;
	const uids = session.userId === null ? [] : [session.uid];
	const requester = { request, client: clientInLog(client) };
	const logout = await endSessions(service, uids, requester, (within, { participants }) =>
		beginSingleLogout(within, participants, { returnTo }),
	);
	return seeOther(logout?.location ?? returnTo, [...session.forget(), ...(logout ? [logout.cookie] : [])]);
}

// The parameters of a passive request, without ambiguity.

const REALM_LENGTH_MAX = 1024;
const CONTEXT_BYTES_MAX = 2048;

/** Supported parameters of WS-Federation 1.2 section 13; all others are ignored. */
const NAMES = ["wa", "wtrealm", "wreply", "wctx", "wct", "whr", "wfresh"] as const;
export type PassiveParameters = Readonly<Record<(typeof NAMES)[number], string | null>>;

/** @throws Refusal for a parameter that was sent twice: two readers could use different values */
function passiveParameters(query: URLSearchParams): PassiveParameters {
	const read = NAMES.map((name) => [name, singleValue(query, name, "The request") || null]);
	return Object.fromEntries(read) as PassiveParameters;
}

/** `wctx`, which is returned unchanged: a form transmits neither NUL nor line ends unchanged. */
export function contextOf(sent: string | null): string | null {
	if (sent === null) return null;
	if (Buffer.byteLength(sent) > CONTEXT_BYTES_MAX) {
		throw messageRefusal(`The wctx has more than ${CONTEXT_BYTES_MAX} bytes.`);
	}
	if (/[\0\r\n]/.test(sent)) throw messageRefusal("The wctx has characters that a form can't carry.");
	return sent;
}

/**
 * The client that a request names by its path, by its realm or by both.
 * @param clientId of the path; null where that names none
 * @throws Refusal 404 where there is none, or it does not use WS-Federation; 400 where the names are ambiguous
 */
export async function realmClient(
	service: IdentityService,
	clientId: string | null,
	realm: string | null,
): Promise<ClientRow> {
	if (clientId === null && realm === null) throw messageRefusal("The request names no application: it has no wtrealm.");
	const named =
		clientId === null ? await clientOfRealm(service, realm ?? "") : await findServiceClient(service, clientId);
	if (!named || !wsFederationSettingsOf(named)) {
		throw messageRefusal("There is no application here with sign-ins by WS-Federation.", 404);
	}
	if (realm !== null && !hasRealm(named, realm)) {
		throw unregisteredRefusal("The wtrealm is not one of the application that the URL names.", "wtrealm", {
			came: realm,
			registered: realmsOf(named),
		});
	}
	return named;
}

function hasRealm(client: ClientRow, realm: string): boolean {
	return realmsOf(client).includes(realm);
}

function realmsOf(client: ClientRow): string[] {
	return [clientRealm(client), ...clientSettings(client).client_aliases];
}

/** @throws Refusal where two clients have the realm: one of them would receive the other's tokens */
async function clientOfRealm(service: IdentityService, realm: string): Promise<ClientRow | null> {
	if (realm.length > REALM_LENGTH_MAX) return null;
	const direct = realm.startsWith(CLIENT_REALM)
		? await findServiceClient(service, realm.slice(CLIENT_REALM.length))
		: null;
	const aliased = await clientsWithSetting(service.database, realm);
	const found = new Map([...(direct ? [direct] : []), ...aliased].map((client) => [client.client_id, client]));
	const [first, ...others] = [...found.values()].filter(
		(client) => wsFederationSettingsOf(client) !== null && hasRealm(client, realm),
	);
	if (others.length > 0) throw messageRefusal("More than one application has this wtrealm.");
	return first ?? null;
}
