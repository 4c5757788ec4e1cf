import type { IdentityService } from "../../context/identity-service";
import type { ServiceRequest } from "../../context/service-request";
import { signingMaterial } from "../../identity-provider/signing-material";
import { type LogoutMessage, sendLogoutMessage } from "../../saml/outbound-messages";
import type { ReachableProvider } from "./reachable-provider";

/** Sends the browser to a provider with a message, by the binding that it is set to. */
export async function sendToProvider(
	service: IdentityService,
	request: ServiceRequest,
	{ connection, destination }: ReachableProvider,
	message: LogoutMessage,
): Promise<Response> {
	const material = await signingMaterial(service, connection.options);
	const sender = { issuer: connection.entityId, now: service.now(), material, expires: true } as const;
	return sendLogoutMessage(request, destination, message, sender);
}
