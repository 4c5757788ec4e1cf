import { HTTP_POST_BINDING, HTTP_REDIRECT_BINDING } from "@/lib/contract/client/addon-limits";
import { NAME_FORMAT_DEFAULT } from "@/lib/contract/connection/connection-limits";
import { type Markup, xml } from "@/lib/xml/markup";
import type { IdentityService } from "../../context/identity-service";
import type { ServiceRequest } from "../../context/service-request";
import { messageRefusal } from "../../http/refusal";
import { signingMaterial } from "../../identity-provider/signing-material";
import type { Interaction } from "../../login/login";
import { toSignIn } from "../../login/login-address";
import { ASSERTION, PROTOCOL } from "../../saml/names";
import { sendDocument } from "../../saml/outbound-messages";
import { usableConnection } from "../saml-connection";
import { notePendingRequest } from "./pending-request";

/** The library's reasons for which an existing session is not enough. */
const FORCED = ["login_prompt", "max_age"];

/**
 * Sends the browser of a login to an outside provider with an AuthnRequest (SAML core 2.0 section 3.4.1, profiles 2.0
 * section 4.1.4.1), by the binding that the connection is set to.
 * @throws Refusal where that login's application may not use the connection
 */
export async function beginSignIn(
	service: IdentityService,
	request: ServiceRequest,
	{ details }: Pick<Interaction, "details">,
	name: string,
): Promise<Response> {
	const { uid, params, prompt } = details;
	const clientId = String(params.client_id);
	const connection = await usableConnection(service, name);
	if (prompt.name !== "login" || !connection?.clientIds.includes(clientId)) {
		throw messageRefusal("The application does not take people of this connection.", 400, toSignIn(uid, "refused"));
	}
	const { entityId, callback, label, options } = connection;
	const { signInEndpoint: address, protocolBinding: binding = HTTP_REDIRECT_BINDING } = options;
	if (!address) throw messageRefusal("The connection has no sign-in address: nobody has set where its provider is.");
	const now = service.now().toISOString();
	const isForced = prompt.reasons.some((reason) => FORCED.includes(reason));
	const { id, relayState } = await notePendingRequest(service, connection, {
		...{ loginUid: uid, clientId, askedAgainAt: isForced ? now : null },
	});
	const format = options.nameIdentifierFormat ?? NAME_FORMAT_DEFAULT;
	const forceAuthn = isForced ? xml` ForceAuthn="true"` : null;
	const write = (signature: Markup | null) =>
		xml`<samlp:AuthnRequest xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="${id}" Version="2.0" IssueInstant="${now}" Destination="${address}"${forceAuthn} ProtocolBinding="${HTTP_POST_BINDING}" AssertionConsumerServiceURL="${callback}"><saml:Issuer>${entityId}</saml:Issuer>${signature}<samlp:NameIDPolicy Format="${format}" AllowCreate="true"/></samlp:AuthnRequest>`;
	const material = options.signSAMLRequest === false ? null : await signingMaterial(service, options);
	const destination = { label, address, binding, leadsAnywhere: true };
	return sendDocument(request, destination, { name: "AuthnRequest", write, relayState }, material);
}
