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
import { usableCertificates } from "../response/usable-certificates";
import { type SamlConnection, samlConnection, usableConnection } from "../saml-connection";
import { logoutAddress } from "./logout-address";

/** What a provider says of a logout, signed by it, and the connections that it may say that for. */
export type FromProvider = { message: CheckedMessage; connections: [SamlConnection, ...SamlConnection[]] };

/**
 * Checks what a browser brings from a provider. All of it has to be signed: by a key of the provider that it says it is
 * from, and of no other.
 * @throws Refusal; 404 where it is from nobody that people sign in here through
 */
export async function receiveFromProvider(
	service: IdentityService,
	request: ServiceRequest,
	carried: TransportedMessage,
): Promise<FromProvider> {
	const issuer = issuerOf(carried);
	const candidates = await connectionsFrom(service, request.url.searchParams.get("connection"), issuer);
	const readings = candidates.map((connection) => readAs(service, connection, carried, issuer));
	const [taken, ...more] = readings.flatMap((reading) => ("refusal" in reading ? [] : [reading]));
	if (!taken) {
		const [refusal] = readings.flatMap((reading) => ("refusal" in reading ? [reading.refusal] : []));
		throw refusal ?? messageRefusal("The message is from no identity provider that people sign in here through.", 404);
	}
	const { message, connection } = taken;
	// By who says it: whichever of that provider's connections it is for, it is the same message.
	if (message.kind === "LogoutRequest") await requireFirstUse(service, `provider ${issuer}`, message);
	return { message, connections: [connection, ...more.map((other) => other.connection)] };
}

/** Believed by nobody yet: it says by whose keys the message is to be checked. */
function issuerOf({ xml }: TransportedMessage): string {
	try {
		return textOf(onlyChild(parseXml(xml), ASSERTION, "Issuer"));
	} catch (error) {
		if (error instanceof UnreadableXml) throw messageRefusal(`The message cannot be read. ${error.message}`);
		throw error;
	}
}

/** @param name of the connection, where the address says it; the only way to one whose provider has no name here */
async function connectionsFrom(
	service: IdentityService,
	name: string | null,
	issuer: string,
): Promise<SamlConnection[]> {
	if (name !== null) {
		const named = await usableConnection(service, name);
		return named && (named.options.issuer ?? issuer) === issuer ? [named] : [];
	}
	const rows = (await listConnections(service.database)).filter((row) => enabledClients(row).length > 0);
	const usable = await Promise.all(rows.map((row) => samlConnection(service, row)));
	return usable.filter(({ options }) => options.issuer === issuer);
}

function readAs(
	service: IdentityService,
	connection: SamlConnection,
	carried: TransportedMessage,
	issuer: string,
): { message: CheckedMessage; connection: SamlConnection } | { refusal: Refusal } {
	const now = service.now();
	try {
		const certificates = usableCertificates(connection, now);
		const address = logoutAddress(service.config);
		const message = checkedMessage(carried, { address, certificates, callbacks: null, now });
		// What was signed may be less than what was sent.
		if (message.issuer !== issuer) throw messageRefusal("The message is not from who it says it is from.");
		return { message, connection };
	} catch (error) {
		if (error instanceof Refusal) return { refusal: error };
		throw error;
	}
}
