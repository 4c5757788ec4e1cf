import type { SamlConnection } from "../connections/saml-connection";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { messageRefusal } from "../http/refusal";
import { publishedCertificates } from "../identity-provider/signing-material";
import { checkedMessage, requireFirstUse } from "../saml/checked-message";
import type { ReceivedMessage } from "../saml/saml-client";
import { transported } from "../saml/transport";
import { addressAt, sampleProviderId } from "./sample-provider";

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
