import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { metadataAnswer } from "../identity-provider/metadata-answer";
import { publishedCertificates } from "../identity-provider/signing-material";
import { identityProviderMetadata } from "./metadata";
import { samlClient } from "./saml-client";

/** `GET /samlp/metadata/{client_id}`: what an application's SAML library wants to know of this identity provider. */
export async function answerSamlMetadata(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const { client, settings } = await samlClient(service, request.clientId);
	const certificates = await publishedCertificates(service);
	const document = identityProviderMetadata(service.config, client, { settings, certificates });
	return metadataAnswer(document, "saml-metadata.xml");
}
