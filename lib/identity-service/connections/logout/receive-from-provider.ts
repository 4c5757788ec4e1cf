import { UnreadableXml } from "@/lib/xml/errors";
import { parseXml } from "@/lib/xml/parse";
import { onlyChild, textOf } from "@/lib/xml/read-element";
import type { IdentityService } from "../../context/identity-service";
import type { ServiceRequest } from "../../context/service-request";
import { messageRefusal, Refusal } from "../../http/refusal";
import { type CheckedMessage, checkedMessage, requireFirstUse } from "../../saml/checked-message";
import { ASSERTION } from "../../saml/names";
import type { TransportedMessage } from "../../saml/transport";
import { enabledClients, listConnections } from "../../store/connections";
import { usableCertificates } from "../response/checked-response";
import { logoutAddress, type SamlConnection, samlConnection, usableConnection } from "../saml-connection";

/** A signed message of a logout, and the connections of the provider that has signed it. */
export type FromProvider = { message: CheckedMessage; connections: [SamlConnection, ...SamlConnection[]] };

/**
 * Checks what a browser brings from a provider. All of it has to be signed: by a key of the provider that it names as its
 * issuer, and of no other.
 * @throws Refusal; 404 where it is from no provider that users sign in here through
 */
export async function receiveFromProvider(
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
