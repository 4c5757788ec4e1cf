import type { IdentityService } from "../../identity-service";
import { findAdminRole } from "../../store/admins";
import { toNode } from "../endpoint/node-bridge";
import { authenticationOf } from "../provider/provider";
import { readOutbox } from "./message-sender";

/**
 * The messages of the last day, for the tenant's admin who is signed in to the service in this browser.
 * @param headers of the request for the page, with the session's cookie
 * @returns null for anybody else: whoever reads a code can sign in with it
 */
export async function outboxFor(service: IdentityService, headers: Headers) {
	const { provider } = authenticationOf(service);
	const { req, res } = toNode(service, { method: "GET", path: "outbox", headers });
	const session = await provider.Session.get(provider.createContext(req, res));
	const role = session.accountId && (await findAdminRole(service.database, session.accountId));
	return role === "editor" ? readOutbox(service) : null;
}
