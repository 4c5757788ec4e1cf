import { xml } from "@/lib/xml/markup";
import { signXml } from "@/lib/xml/sign";
import type { IdentityService } from "../../../identity-service";
import type { ClientRow } from "../../../store/clients";
import { samlSettingsOf } from "../../federation/addon-settings";
import { entityId } from "../../federation/entity";
import type { FederatedRequest } from "../../federation/federated-request";
import { newMessageId } from "../../federation/message-id";
import { signingMaterial } from "../../federation/signing-material";
import { ASSERTION, PROTOCOL, RESPONDER } from "../names";

/**
 * A response that says why nobody is signed in.
 * @param status second-level code (SAML core 2.0 section 3.2.2.2)
 * @returns null where the client does not take SAML any more
 */
export async function refusalResponse(
	service: IdentityService,
	request: FederatedRequest,
	client: ClientRow,
	status: string,
): Promise<string | null> {
	const settings = samlSettingsOf(client);
	if (!settings) return null;
	const { destination = request.replyTo, issuer = entityId(service.config) } = settings;
	const inResponseTo = request.inResponseTo === null ? null : xml` InResponseTo="${request.inResponseTo}"`;
	const id = newMessageId();
	return signXml(
		(signature) =>
			xml`<samlp:Response xmlns:samlp="${PROTOCOL}" ID="${id}"${inResponseTo} Version="2.0" IssueInstant="${service.now().toISOString()}" Destination="${destination}"><saml:Issuer xmlns:saml="${ASSERTION}">${issuer}</saml:Issuer>${signature}<samlp:Status><samlp:StatusCode Value="${RESPONDER}"><samlp:StatusCode Value="${status}"/></samlp:StatusCode></samlp:Status></samlp:Response>`,
		{ name: "Response", idAttribute: "ID" },
		await signingMaterial(service, settings),
	).toString();
}
