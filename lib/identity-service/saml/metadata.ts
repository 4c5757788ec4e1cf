import { HTTP_POST_BINDING, HTTP_REDIRECT_BINDING } from "@/lib/contract/client/addon-limits";
import type { SamlSettings } from "@/lib/contract/client/client-addons";
import { certificateBody } from "@/lib/xml/certificate-body";
import { type Markup, trustedXml, xml } from "@/lib/xml/markup";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { entityId, METADATA_CACHE_SECONDS, metadataResponse } from "../identity-provider/entity";
import { publishedCertificates } from "../identity-provider/signing-material";
import { mappedNames } from "../identity-provider/user-attributes";
import { ASSERTION, METADATA, PROTOCOL, UNSPECIFIED_NAME } from "./names";
import { attributeNameFormat } from "./response";
import { samlClient } from "./saml-client";

/** `GET /samlp/metadata/{client_id}`: this identity provider for one application (SAML metadata 2.0 section 2.4.3). */
export async function handleSamlMetadata(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const { client, settings } = await samlClient(service, request.clientId);
	const address = new URL(`samlp/${encodeURIComponent(client.client_id)}`, service.config.issuer).href;
	const wantsSigned = settings.signingCert === undefined ? null : xml` WantAuthnRequestsSigned="true"`;
	const keys = (await publishedCertificates(service)).map(keyDescriptor);
	const logout = settings.logout?.slo_enabled ? endpoints("SingleLogoutService", `${address}/logout`) : null;
	const descriptor = xml`<md:IDPSSODescriptor protocolSupportEnumeration="${PROTOCOL}"${wantsSigned}>${keys}${logout}<md:NameIDFormat>${settings.nameIdentifierFormat ?? UNSPECIFIED_NAME}</md:NameIDFormat>${endpoints("SingleSignOnService", address)}${attributes(settings)}</md:IDPSSODescriptor>`;
	return metadataResponse(
		entityDescriptor(settings.issuer ?? entityId(service.config), descriptor),
		"saml-metadata.xml",
	);
}

/** @param descriptor of the one role that the entity has */
export function entityDescriptor(id: string, descriptor: Markup): string {
	return xml`<md:EntityDescriptor xmlns:md="${METADATA}" entityID="${id}" cacheDuration="PT${METADATA_CACHE_SECONDS}S">${descriptor}</md:EntityDescriptor>
`.toString();
}

/** A key that messages are signed with (SAML metadata 2.0 section 2.4.1.1). @param certificate PEM */
export function keyDescriptor(certificate: string): Markup {
	return xml`<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificateBody(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
}

/** An endpoint by both bindings. */
export function endpoints(name: "SingleLogoutService" | "SingleSignOnService", location: string): Markup[] {
	return [HTTP_REDIRECT_BINDING, HTTP_POST_BINDING].map(
		(binding) => xml`<md:${trustedXml(name)} Binding="${binding}" Location="${location}"/>`,
	);
}

/** The attributes that assertions may have, by the mappings. */
function attributes(settings: SamlSettings): Markup[] {
	return mappedNames(settings).map((name) => {
		const hasFormat = settings.includeAttributeNameFormat ?? true;
		const format = hasFormat ? xml` NameFormat="${attributeNameFormat(name)}"` : null;
		return xml`<saml:Attribute xmlns:saml="${ASSERTION}" Name="${name}"${format}/>`;
	});
}
