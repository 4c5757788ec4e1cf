import type { IdentityService } from "../../../identity-service";
import type { ServiceRequest } from "../../../service-request";
import { metadataAnswer } from "../../federation/metadata-answer";
import { publishedCertificates } from "../../federation/signing-material";
import { samlClient } from "../saml-client";
import { identityProviderMetadata } from "./identity-provider-metadata";

/** `GET /samlp/metadata/{client_id}`: what an application's SAML library wants to know of this identity provider. */
export async function answerSamlMetadata(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const { client, settings } = await samlClient(service, request.clientId);
	const certificates = await publishedCertificates(service);
	const document = identityProviderMetadata(service.config, client, { settings, certificates });
	return metadataAnswer(document, "saml-metadata.xml");
}
