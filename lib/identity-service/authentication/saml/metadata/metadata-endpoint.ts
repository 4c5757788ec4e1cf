import type { IdentityService } from "../../../identity-service";
import { answerFront } from "../../federation/front-endpoint";
import { metadataAnswer } from "../../federation/metadata-answer";
import { publishedCertificates } from "../../federation/signing-material";
import { samlClient } from "../saml-client";
import { identityProviderMetadata } from "./identity-provider-metadata";

const NAME = "samlp-metadata";

/** `GET /samlp/metadata/{client_id}`: what an application's SAML library wants to know of this identity provider. */
export function answerSamlMetadata(service: IdentityService, request: Request, clientId: string): Promise<Response> {
	return answerFront(service, request, NAME, async () => {
		const { client, settings } = await samlClient(service, clientId);
		const certificates = await publishedCertificates(service);
		const document = identityProviderMetadata(service.config, client, { settings, certificates });
		return metadataAnswer(document, "saml-metadata.xml");
	});
}
