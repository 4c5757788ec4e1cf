import { absoluteUris } from "../clients/absolute-uris";
import { DATABASE_CONNECTION } from "../connections/own-connections";
import { usableConnection } from "../connections/saml-connection";
import type { IdentityService } from "../context/identity-service";
import { messageRefusal } from "../http/refusal";
import { type SignInDemand, toAuthorization } from "../identity-provider/to-authorization";
import type { ClientRow } from "../store/clients";
import { contextOf } from "./context";
import type { PassiveParameters } from "./passive-parameters";
import { clientRealm } from "./realm";

/** How old a request may be, and how far ahead of this clock the sender's may run. */
const CURRENT_TIME_LEEWAY_SECONDS = 5 * 60;
const MINUTE_SECONDS = 60;

/**
 * `wa=wsignin1.0` (WS-Federation 1.2 section 13.2.1): goes on to the sign-in.
 * @throws Refusal
 */
export async function signIn(
	service: IdentityService,
	client: ClientRow,
	parameters: PassiveParameters,
): Promise<Response> {
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

/** One of the callbacks, as it stands there; the first one where none is asked for. */
function replyAddress(service: IdentityService, client: ClientRow, asked: string | null): string {
	const callbacks = absoluteUris(service, client.redirect_uris).filter((uri) => /^https?:/.test(uri));
	const address = asked === null ? callbacks[0] : callbacks.find((uri) => uri === asked);
	if (address !== undefined) return address;
	throw messageRefusal(
		asked === null
			? "The application has no callback URL to answer to."
			: "The wreply is not one of the application's callback URLs.",
	);
}

/** Where people have their account: here, or at the provider of a connection that the application may use. */
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

/** @param minutes since the last login; 0: the person signs in anew */
function freshness(minutes: string | null): SignInDemand {
	if (minutes === null) return {};
	if (!/^\d{1,6}$/.test(minutes)) throw messageRefusal("The wfresh is not a number of minutes.");
	return Number(minutes) === 0 ? { prompt: "login" } : { max_age: Number(minutes) * MINUTE_SECONDS };
}
