import type { IdentityService } from "../../identity-service";
import { absoluteUris } from "../clients/absolute-uris";
import { answerFront, RefusedMessage } from "../federation/front-endpoint";
import { toAuthorization } from "../federation/to-authorization";
import { samlClient } from "./saml-client";

/** `GET /samlp/{client_id}`: without a request, the identity provider begins (SAML profiles 2.0 section 4.1.5). */
export function answerSamlSignIn(service: IdentityService, request: Request, clientId: string): Promise<Response> {
	return answerFront(service, request, "samlp", async () => {
		const { client } = await samlClient(service, clientId);
		const [replyTo] = absoluteUris(service, client.redirect_uris).filter((uri) => /^https?:/.test(uri));
		if (replyTo === undefined) throw new RefusedMessage("The application has no callback URL to answer to.");
		const relayState = new URL(request.url).searchParams.get("RelayState");
		return toAuthorization(service, {
			...{ protocol: "samlp", clientId: client.client_id, replyTo },
			...{ requester: null, inResponseTo: null, state: relayState },
		});
	});
}
