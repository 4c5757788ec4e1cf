import { HTTP_POST_BINDING, NAME_FORMATS } from "@/lib/contract/client/addon-limits";
import { NAME_FORMAT_DEFAULT } from "@/lib/contract/connection/connection-limits";
import { xml } from "@/lib/xml/markup";
import type { IdentityService } from "../../context/identity-service";
import type { ServiceRequest } from "../../context/service-request";
import { messageRefusal } from "../../http/refusal";
import { metadataResponse } from "../../identity-provider/entity";
import { publishedCertificates } from "../../identity-provider/signing-material";
import { endpoints, entityDescriptor, keyDescriptor } from "../../saml/metadata";
import { PROTOCOL } from "../../saml/names";
import { findConnectionByName } from "../../store/connections";
import { logoutAddress, samlConnection } from "../saml-connection";

/** Formats of name identifiers that are stable across sessions. */
const NAME_ID_FORMATS = Object.values(NAME_FORMATS).filter((format) => format !== NAME_FORMATS.transient);

/**
 * `GET /samlp/metadata?connection=NAME`: this service's metadata for a connection's provider, also while the connection
 * is off (SAML metadata 2.0 section 2.4.4).
 */
export async function handleConnectionMetadata(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const [name = "", ...others] = request.url.searchParams.getAll("connection");
	const row = others.length === 0 ? await findConnectionByName(service.database, name) : null;
	if (!row) {
		throw messageRefusal(
			"There is no such connection. Metadata for its provider is at /samlp/metadata?connection={name}, for an application at /samlp/metadata/{client_id}.",
			404,
		);
	}
	const { entityId, callback, options } = await samlConnection(service, row);
	const logout = new URL(logoutAddress(service.config));
	// Without a configured issuer, the connection can't be found by the issuer of a message.
	if (options.issuer === undefined) logout.searchParams.set("connection", name);
	const { nameIdentifierFormat: requested = NAME_FORMAT_DEFAULT, signSAMLRequest = true } = options;
	const formats = [...new Set([requested, ...NAME_ID_FORMATS])].map(
		(format) => xml`<md:NameIDFormat>${format}</md:NameIDFormat>`,
	);
	const keys = (await publishedCertificates(service)).map(keyDescriptor);
	const consumer = xml`<md:AssertionConsumerService Binding="${HTTP_POST_BINDING}" Location="${callback}" index="0" isDefault="true"/>`;
	const descriptor = xml`<md:SPSSODescriptor protocolSupportEnumeration="${PROTOCOL}" AuthnRequestsSigned="${signSAMLRequest}" WantAssertionsSigned="true">${keys}${endpoints("SingleLogoutService", logout.href)}${formats}${consumer}</md:SPSSODescriptor>`;
	return metadataResponse(entityDescriptor(entityId, descriptor), "saml-metadata.xml");
}
