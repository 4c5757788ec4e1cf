import { z } from "zod";
import { UnreadableXml } from "@/lib/xml/errors";
import { parseXml } from "@/lib/xml/parse";
import { onlyChild, textOf } from "@/lib/xml/read-element";
import type { IdentityService } from "../../context/identity-service";
import type { ServiceRequest } from "../../context/service-request";
import { logRefusal } from "../../http/failure";
import { messageRefusal, Refusal } from "../../http/refusal";
import { seeOther } from "../../http/respond";
import { sealedValues } from "../../keys/sealed-values";
import { respondWithPage } from "../../pages/page";
import { type CheckedMessage, checkedMessage, requireFirstUse } from "../../saml/checked-message";
import { ASSERTION } from "../../saml/names";
import { type TransportedMessage, transported } from "../../saml/transport";
import { enabledClients, listConnections } from "../../store/connections";
import { usableCertificates } from "../response/checked-response";
import {
	isAnyUsable,
	LOGOUT_PATH,
	logoutAddress,
	type SamlConnection,
	samlConnection,
	usableConnection,
} from "../saml-connection";
import { continueAtProvider, type ProviderResponse, stillSignedInPage } from "./continue-at-provider";
import { type NotifyingFlow, providerLogouts, type RespondingFlow } from "./provider-logout";
import { endAtRequest, respondAfterRound } from "./requested-logout";

/** By which a response that came as a form goes on to where the browser brings its cookies. */
const RESPONSE_PARAMETER = "answer";
const responses = sealedValues(
	"provider-logout-answer",
	z.strictObject({
		...{ connectionIds: z.array(z.string()), inResponseTo: z.string() },
		...{ status: z.string(), statusDetail: z.string().nullable() },
	}),
);

type Found = { token: string; flow: NotifyingFlow | RespondingFlow } | null;

/**
 * `/logout`: single logout with outside providers (SAML profiles 2.0 section 4.4), all of its messages and the steps
 * between. While no connection is on, nothing that others send is looked at.
 */
export async function handleProviderLogout(service: IdentityService, request: ServiceRequest): Promise<Response> {
	// A form of another site brings no SameSite=Lax cookies.
	const found = request.method === "GET" ? await providerLogouts.find(service, request.headers.get("cookie")) : null;
	const isOn = await isAnyUsable(service);
	if (!isOn && !found) throw messageRefusal("Nobody signs in here through another identity provider.", 404);
	const sent = isOn ? await transported(request) : ({ parameter: null } as const);
	try {
		if (sent.parameter !== null) return await received(service, request, found, sent);
		return await continued(
			service,
			request,
			found,
			await responses.inAddress(service, request.url, RESPONSE_PARAMETER),
		);
	} catch (error) {
		if (!(error instanceof Refusal) || sent.parameter === "SAMLRequest") throw error;
		return refusedResponse(request, found, error);
	}
}

async function received(
	service: IdentityService,
	request: ServiceRequest,
	found: Found,
	sent: TransportedMessage,
): Promise<Response> {
	const { message, connections } = await receiveFromProvider(service, request, sent);
	if (message.kind === "LogoutRequest") {
		return endAtRequest(service, request, connections, { ...message, relayState: sent.relayState });
	}
	if (message.kind !== "LogoutResponse") throw messageRefusal("Requests to sign in are not taken at this address.");
	const { inResponseTo, status, statusDetail } = message;
	const response = { connectionIds: connections.map(({ id }) => id), inResponseTo, status, statusDetail };
	if (request.method === "GET") return continued(service, request, found, response);
	const location = new URL(logoutAddress(service.config));
	location.searchParams.set(RESPONSE_PARAMETER, await responses.seal(service, response));
	return seeOther(location);
}

/** A refused response ends nothing: the page says how things are, and a better one may still come. */
function refusedResponse(request: ServiceRequest, found: Found, refusal: Refusal): Response {
	const { status, message } = refusal;
	if (found?.flow.kind === "tell") {
		logRefusal("logout", refusal);
		return respondWithPage(request, stillSignedInPage(found.flow, message), { status });
	}
	// The browser may be on its way out all the same: a form of another site brought nothing that would say so.
	throw request.method === "POST" ? refusal.withPage({ back: { href: LOGOUT_PATH, label: "Continue" } }) : refusal;
}

function continued(
	service: IdentityService,
	request: ServiceRequest,
	found: Found,
	response: ProviderResponse | null,
): Promise<Response> {
	const { token = "", flow } = found ?? {};
	if (flow?.kind === "tell") return continueAtProvider(service, request, { token, flow }, response);
	if (flow?.kind === "answer" && !response) return respondAfterRound(service, request, { token, flow });
	throw messageRefusal("This browser is not on its way out: there is no logout to go on with.");
}

/** A signed message of a logout, and the connections of the provider that has signed it. */
export type FromProvider = { message: CheckedMessage; connections: [SamlConnection, ...SamlConnection[]] };

/**
 * Checks what a browser brings from a provider. All of it has to be signed: by a key of the provider that it names as its
 * issuer, and of no other.
 * @throws Refusal; 404 where it is from no provider that users sign in here through
 */
async function receiveFromProvider(
	service: IdentityService,
	request: ServiceRequest,
	sent: TransportedMessage,
): Promise<FromProvider> {
	const issuer = claimedIssuer(sent);
	const candidates = await connectionsOf(service, request.url.searchParams.get("connection"), issuer);
	let message: CheckedMessage | null = null;
	let refusal: Refusal | null = null;
	const verified: SamlConnection[] = [];
	for (const connection of candidates) {
		try {
			const checked = checkedBy(service, connection, sent, issuer);
			message ??= checked;
			verified.push(connection);
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			refusal ??= error;
		}
	}
	const [first, ...others] = verified;
	if (!message || !first) {
		throw refusal ?? messageRefusal("The message is from no identity provider that people sign in here through.", 404);
	}
	// By its issuer: whichever of that provider's connections it is for, it is the same message.
	if (message.kind === "LogoutRequest") await requireFirstUse(service, `provider ${issuer}`, message);
	return { message, connections: [first, ...others] };
}

/** Not believed yet: it decides by whose keys the message is to be verified. */
function claimedIssuer({ xml }: TransportedMessage): string {
	try {
		return textOf(onlyChild(parseXml(xml), ASSERTION, "Issuer"));
	} catch (error) {
		if (error instanceof UnreadableXml) throw messageRefusal(`The message cannot be read. ${error.message}`);
		throw error;
	}
}

/** @param name of the connection, where the address has it; the only way to one whose provider has no name here */
async function connectionsOf(service: IdentityService, name: string | null, issuer: string): Promise<SamlConnection[]> {
	if (name !== null) {
		const named = await usableConnection(service, name);
		return named && (named.options.issuer ?? issuer) === issuer ? [named] : [];
	}
	const rows = (await listConnections(service.database)).filter((row) => enabledClients(row).length > 0);
	const usable = await Promise.all(rows.map((row) => samlConnection(service, row)));
	return usable.filter(({ options }) => options.issuer === issuer);
}

function checkedBy(
	service: IdentityService,
	connection: SamlConnection,
	sent: TransportedMessage,
	issuer: string,
): CheckedMessage {
	const now = service.now();
	const certificates = usableCertificates(connection, now);
	const message = checkedMessage(sent, { address: logoutAddress(service.config), certificates, callbacks: null, now });
	// What was signed may be less than what was sent.
	if (message.issuer !== issuer) throw messageRefusal("The message is not from who it says it is from.");
	return message;
}
