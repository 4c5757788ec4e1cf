import { absoluteUris, isReturnAddress } from "../clients/addresses";
import { usableConnection } from "../connections/saml-connection";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { messageRefusal } from "../http/refusal";
import { seeOther } from "../http/see-other";
import { clientRealm } from "../identity-provider/entity";
import { type SignInDemand, toAuthorization } from "../identity-provider/federated-request";
import { beginRound } from "../saml/logout-flow";
import { endBrowserSession } from "../sessions/end-sessions";
import type { ClientRow } from "../store/clients";
import { DATABASE_CONNECTION } from "../store/users";
import { SIGN_IN, SIGN_OUT, SIGN_OUT_CLEANUP } from "./names";
import { contextOf, type PassiveParameters, passiveParameters, realmClient } from "./passive-request";

/** How old a request may be, and how far the sender's clock may be ahead. */
const CURRENT_TIME_LEEWAY_SECONDS = 5 * 60;
const MINUTE_SECONDS = 60;

/**
 * `GET /wsfed` and `GET /wsfed/{client_id}`: the passive requestor profile (WS-Federation 1.2 section 13).
 * Without a client in the path the realm alone names the application.
 */
export async function answerPassiveRequest(service: IdentityService, request: ServiceRequest): Promise<Response> {
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
			throw messageRefusal(`The wa is none of ${SIGN_IN}, ${SIGN_OUT} and ${SIGN_OUT_CLEANUP}.`);
	}
}

/** `wa=wsignin1.0` (WS-Federation 1.2 section 13.2.1): goes on to the sign-in. */
async function signIn(service: IdentityService, client: ClientRow, parameters: PassiveParameters): Promise<Response> {
	const home = await homeOf(service, client, parameters.whr);
	requireCurrent(parameters.wct, service.now());
	const request = {
		...{ protocol: "wsfed" as const, clientId: client.client_id, inResponseTo: null },
		requester: parameters.wtrealm ?? clientRealm(client),
		replyTo: replyAddress(service, client, parameters.wreply),
		state: contextOf(parameters.wctx),
	};
	return toAuthorization(service, request, { ...freshness(parameters.wfresh), ...home });
}

/** One of the callbacks, as it is registered; without a request for one, the first. */
function replyAddress(service: IdentityService, client: ClientRow, requested: string | null): string {
	const callbacks = absoluteUris(service, client.redirect_uris).filter((uri) => /^https?:/.test(uri));
	const address = requested === null ? callbacks[0] : callbacks.find((uri) => uri === requested);
	if (address !== undefined) return address;
	throw messageRefusal(
		requested === null
			? "The application has no callback URL to answer to."
			: "The wreply is not one of the application's callback URLs.",
	);
}

/** The user's home realm: this service, or the provider of a connection that the application may use. */
async function homeOf(service: IdentityService, client: ClientRow, home: string | null): Promise<SignInDemand> {
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
		throw messageRefusal("The request was made too long ago, or a clock is wrong: its wct is not the current time.");
	}
}

/** @param minutes since the last login; 0: the user signs in anew */
function freshness(minutes: string | null): SignInDemand {
	if (minutes === null) return {};
	if (!/^\d{1,6}$/.test(minutes)) throw messageRefusal("The wfresh is not a number of minutes.");
	return Number(minutes) === 0 ? { prompt: "login" } : { max_age: Number(minutes) * MINUTE_SECONDS };
}

/**
 * `wa=wsignout1.0` and `wsignoutcleanup1.0` (WS-Federation 1.2 section 13.2.4): ends the browser's session without a
 * confirmation, and leads to an address of the client, or to the service's own page, past the applications of SAML that
 * took part.
 */
async function signOut(
	service: IdentityService,
	request: ServiceRequest,
	client: ClientRow | null,
	reply: string | null,
): Promise<Response> {
	const { participants, cookies } = await endBrowserSession(service, request);
	const isOwn = client !== null && reply !== null && isAddressOf(service, client, reply);
	const returnTo = isOwn ? reply : new URL("oidc/logout/success", service.config.issuer).href;
	const round = await beginRound(service, participants, { returnTo });
	return seeOther(round?.location ?? returnTo, [...cookies, ...(round ? [round.cookie] : [])]);
}

function isAddressOf(service: IdentityService, client: ClientRow, reply: string): boolean {
	if (isReturnAddress(absoluteUris(service, client.logout_uris), reply)) return true;
	return absoluteUris(service, client.redirect_uris).includes(reply);
}
