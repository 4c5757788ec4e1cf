import type { IdentityService } from "../../context/identity-service";
import type { ServiceRequest } from "../../context/service-request";
import { browserSession } from "../../sessions/browser-session";
import { providerSessionOf } from "../../sessions/provider-session";
import type { SamlConnection } from "../saml-connection";

/** Whether the browser that a request comes from is signed in here by a session of this connection. */
export async function isSignedInThrough(
	service: IdentityService,
	request: ServiceRequest,
	{ id }: SamlConnection,
): Promise<boolean> {
	const { userId, uid } = await browserSession(service, request);
	return userId !== null && (await providerSessionOf(service, uid))?.connectionId === id;
}
