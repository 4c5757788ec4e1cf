import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { browserSession } from "../sessions/browser-session";
import { findAdminRole } from "../store/users";
import { readOutbox } from "./message-sender";

/**
 * The messages of the last day, for the tenant's admin who is signed in to the service in this browser.
 * @returns null for anybody else: whoever reads a code can sign in with it
 */
export async function outboxFor(service: IdentityService, request: ServiceRequest) {
	const { userId } = await browserSession(service, request);
	const role = userId && (await findAdminRole(service.database, userId));
	return role === "editor" ? readOutbox(service) : null;
}
