import type { IdentityService } from "../../../identity-service";
import { toNode } from "../../endpoint/node-bridge";
import { authenticationOf } from "../../provider/provider";
import { providerSessionOf } from "../provider-session";
import type { SamlConnection } from "../saml-connection";

/** Whether the browser that a request comes from is signed in here by a session of this connection. */
export async function isSignedInThrough(
	service: IdentityService,
	{ headers }: Request,
	{ id }: SamlConnection,
): Promise<boolean> {
	const { provider } = authenticationOf(service);
	const { req, res } = toNode(service, { method: "GET", path: "logout", headers });
	const { accountId, uid } = await provider.Session.get(provider.createContext(req, res));
	return Boolean(accountId) && (await providerSessionOf(service, uid))?.connectionId === id;
}
