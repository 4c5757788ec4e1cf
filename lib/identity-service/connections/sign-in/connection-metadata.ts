import type { IdentityService } from "../../context/identity-service";
import type { ServiceRequest } from "../../context/service-request";
import { messageRefusal } from "../../http/refusal";
import { metadataResponse } from "../../identity-provider/entity";
import { publishedCertificates } from "../../identity-provider/signing-material";
import { findConnectionByName } from "../../store/connections";
import { samlConnection } from "../saml-connection";
import { serviceProviderMetadata } from "./service-provider-metadata";

/** `GET /samlp/metadata?connection=NAME`: what the provider of a connection wants to know of this service, off or on. */
export async function answerConnectionMetadata(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const [name = "", ...others] = request.url.searchParams.getAll("connection");
	const row = others.length === 0 ? await findConnectionByName(service.database, name) : null;
	if (!row) {
		throw messageRefusal(
			"There is no such connection. Metadata for its provider is at /samlp/metadata?connection={name}, that for an application at /samlp/metadata/{client_id}.",
			404,
		);
	}
	const certificates = await publishedCertificates(service);
	const document = serviceProviderMetadata(service.config, await samlConnection(service, row), certificates);
	return metadataResponse(document, "saml-metadata.xml");
}
