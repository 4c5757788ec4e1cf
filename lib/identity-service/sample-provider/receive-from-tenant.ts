import type { SamlConnection } from "../authentication/connections/saml-connection";
import { publishedCertificates } from "../authentication/federation/signing-material";
import { checkedMessage } from "../authentication/saml/inbound/checked-message";
import { requireFirstUse } from "../authentication/saml/inbound/one-use";
import type { ReceivedMessage } from "../authentication/saml/inbound/receive";
import { transported } from "../authentication/saml/inbound/transport";
import { messageRefusal } from "../http/refusal";
import type { IdentityService } from "../identity-service";
import type { ServiceRequest } from "../service-request";
import { addressAt, sampleProviderId } from "./sample-provider-addresses";

/**
 * Receives what a browser brings from the tenant: signed by one of the keys that it publishes, from the connection, and
 * for this address.
 * @param path that it has to be sent to
 * @returns null for an address without a message
 * @throws Refusal
 */
export async function receiveFromTenant(
	service: IdentityService,
	request: ServiceRequest,
	connection: SamlConnection,
	path: string,
): Promise<ReceivedMessage | null> {
	const carried = await transported(request);
	if (carried.parameter === null) return null;
	const message = checkedMessage(carried, {
		...{ address: addressAt(service.config, path), now: service.now() },
		certificates: await publishedCertificates(service),
		callbacks: [connection.callback],
	});
	if (message.issuer !== connection.entityId) throw messageRefusal("The message is not from the connection.");
	if (message.kind !== "LogoutResponse") await requireFirstUse(service, sampleProviderId(service.config), message);
	return { ...message, relayState: carried.relayState, isSigned: true };
}
