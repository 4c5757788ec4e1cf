import { z } from "zod";
import { UnreadableXml } from "@/lib/xml/errors";
import { parseXml } from "@/lib/xml/parse";
import { onlyChild, textOf } from "@/lib/xml/read-element";
import type { IdentityService } from "../../context/identity-service";
import type { ServiceRequest } from "../../context/service-request";
import { logRefusal } from "../../http/failure";
import { messageRefusal, Refusal, unregisteredRefusal } from "../../http/refusal";
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

/** Passes a LogoutResponse by HTTP-POST to a GET request, with which the browser sends its cookies. */
const RESPONSE_PARAMETER = "answer";
const responses = sealedValues(
	"provider-logout-answer",
	z.strictObject({
		connectionIds: z.array(z.string()),
		inResponseTo: z.string(),
		status: z.string(),
		statusDetail: z.string().nullable(),
	}),
);

type Found = { token: string; flow: NotifyingFlow | RespondingFlow } | null;

/**
 * `/logout`: single logout with outside providers (SAML profiles 2.0 section 4.4), with all messages and the steps
 * between them. While no connection is on, no message is read.
 */
export async function handleProviderLogout(service: IdentityService, request: ServiceRequest): Promise<Response> {
	// A cross-site form sends no SameSite=Lax cookies.
	const found = request.method === "GET" ? await providerLogouts.find(service, request.headers.get("cookie")) : null;
	const isOn = await isAnyUsable(service);
	if (!isOn && !found) throw messageRefusal("No one signs in here through another identity provider.", 404);
	const sent = isOn ? await transported(request) : ({ parameter: null } as const);
	try {
		if (sent.parameter !== null) return await handleMessage(service, request, found, sent);
		return await continueLogout(
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

async function handleMessage(
	service: IdentityService,
	request: ServiceRequest,
	found: Found,
	sent: TransportedMessage,
): Promise<Response> {
	const { message, connections } = await receiveFromProvider(service, request, sent);
	if (message.kind === "LogoutRequest") {
		return endAtRequest(service, request, connections, { ...message, relayState: sent.relayState });
	}
	if (message.kind !== "LogoutResponse") throw messageRefusal("This URL does not accept requests to sign in.");
	const { inResponseTo, status, statusDetail } = message;
	const response = { connectionIds: connections.map(({ id }) => id), inResponseTo, status, statusDetail };
	if (request.method === "GET") return continueLogout(service, request, found, response);
	const location = new URL(logoutAddress(service.config));
	location.searchParams.set(RESPONSE_PARAMETER, await responses.seal(service, response));
	return seeOther(location);
}

/** A refused response does not end the logout: the page shows its state, and a valid response may still come. */
function refusedResponse(request: ServiceRequest, found: Found, refusal: Refusal): Response {
	const { status, message } = refusal;
	if (found?.flow.kind === "request") {
		logRefusal("logout", refusal);
		return respondWithPage(request, stillSignedInPage(found.flow, message), { status });
	}
	// A cross-site form sent no cookie, so the browser may have a logout all the same.
	throw request.method === "POST" ? refusal.withPage({ back: { href: LOGOUT_PATH, label: "Continue" } }) : refusal;
}

function continueLogout(
	service: IdentityService,
	request: ServiceRequest,
	found: Found,
	response: ProviderResponse | null,
): Promise<Response> {
	const { token = "", flow } = found ?? {};
	if (flow?.kind === "request") return continueAtProvider(service, request, { token, flow }, response);
	if (flow?.kind === "response" && !response) return respondAfterRound(service, request, { token, flow });
	throw messageRefusal("There is no sign-out in this browser to continue.");
}

/** A signed logout message, and the connections of the provider that signed it. */
export type FromProvider = { message: CheckedMessage; connections: [SamlConnection, ...SamlConnection[]] };

/**
 * Checks a message that the browser delivers from a provider. It has to be signed by a key of the provider that it
 * names as its issuer.
 * @throws Refusal; 404 for an issuer that is no connection's provider
 */
async function receiveFromProvider(
	service: IdentityService,
	request: ServiceRequest,
	sent: TransportedMessage,
): Promise<FromProvider> {
	const issuer = claimedIssuer(sent);
	const name = request.url.searchParams.get("connection");
	const candidates = await connectionsOf(service, name, issuer);
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
		throw refusal ?? (await unknownProvider(service, name, issuer));
	}
	// Stored by issuer: for any of that provider's connections it is the same message.
	if (message.kind === "LogoutRequest") await requireFirstUse(service, `provider ${issuer}`, message);
	return { message, connections: [first, ...others] };
}

/** The unverified issuer, by which the keys to verify the message are chosen. */
function claimedIssuer({ xml }: TransportedMessage): string {
	try {
		return textOf(onlyChild(parseXml(xml), ASSERTION, "Issuer"));
	} catch (error) {
		if (error instanceof UnreadableXml) throw messageRefusal(`The message cannot be read. ${error.message}`);
		throw error;
	}
}

/** @param name of the connection in the address; required where the connection doesn't name its provider's issuer */
async function connectionsOf(service: IdentityService, name: string | null, issuer: string): Promise<SamlConnection[]> {
	if (name !== null) {
		const named = await usableConnection(service, name);
		return named && (named.options.issuer ?? issuer) === issuer ? [named] : [];
	}
	const rows = (await listConnections(service.database)).filter((row) => enabledClients(row).length > 0);
	const usable = await Promise.all(rows.map((row) => samlConnection(service, row)));
	return usable.filter(({ options }) => options.issuer === issuer);
}

/** The issuer of the connection in the address is stated; those of all connections are nobody's business. */
async function unknownProvider(service: IdentityService, name: string | null, issuer: string): Promise<Refusal> {
	const { issuer: known } = (name !== null && (await usableConnection(service, name))?.options) || {};
	return unregisteredRefusal(
		"The message is not from an identity provider that is used here.",
		"Issuer",
		{ came: issuer, registered: known === undefined ? [] : [known] },
		404,
	);
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
	// The signed part may be less than the whole document.
	if (message.issuer !== issuer) throw messageRefusal("The message is not from its stated sender.");
	return message;
}
