import type { WsFederationSettings } from "@/lib/contract/client/client-addons";
import { CLAIMS } from "@/lib/contract/connection/attribute-names";
import { certificateBody } from "@/lib/xml/certificate-body";
import { type Markup, xml } from "@/lib/xml/markup";
import { signXml } from "@/lib/xml/sign";
import { wsFederationSettingsOf } from "../clients/addon-settings";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { entityId, METADATA_CACHE_SECONDS, metadataResponse, newMessageId } from "../identity-provider/entity";
import { publishedCertificates, signingMaterial } from "../identity-provider/signing-material";
import { mappedNames } from "../identity-provider/user-attributes";
import { ADDRESSING, ASSERTION, AUTHORIZATION, FEDERATION, FEDERATION_2003, METADATA } from "./names";
import { realmClient } from "./passive-endpoint";

/** Display names of the usual claims. */
const CLAIM_NAMES = new Map([
	[`${CLAIMS}nameidentifier`, "NameID"],
	[`${CLAIMS}emailaddress`, "E-mail address"],
	[`${CLAIMS}name`, "Name"],
	[`${CLAIMS}givenname`, "Given name"],
	[`${CLAIMS}surname`, "Surname"],
	[`${CLAIMS}upn`, "User principal name"],
]);

/**
 * `FederationMetadata/2007-06/FederationMetadata.xml` (WS-Federation 1.2 section 3.1), below `/wsfed` for all applications,
 * below `/wsfed/{client_id}` for one.
 */
export async function handleFederationMetadata(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const { clientId } = request;
	const client = clientId === null ? null : await realmClient(service, clientId, null);
	const path = client ? `wsfed/${encodeURIComponent(client.client_id)}` : "wsfed";
	const settings = (client && wsFederationSettingsOf(client)) ?? {};
	const document = await federationMetadata(service, new URL(path, service.config.issuer).href, settings);
	return metadataResponse(document, "FederationMetadata.xml");
}

/** Issuer, certificates and endpoints: for readers of WS-Federation metadata, and for those of SAML metadata. */
async function federationMetadata(
	service: IdentityService,
	address: string,
	settings: WsFederationSettings,
): Promise<string> {
	// Without a prefix, as readers of this file that don't look at namespaces expect it.
	const keys = (await publishedCertificates(service)).map(
		(certificate) =>
			xml`<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificateBody(certificate)}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
	);
	const id = newMessageId();
	const signed = signXml(
		(signature) =>
			xml`<EntityDescriptor xmlns="${METADATA}" ID="${id}" entityID="${settings.issuer ?? entityId(service.config)}" cacheDuration="PT${METADATA_CACHE_SECONDS}S">${signature}${tokenService(keys, address, mappedNames(settings))}${identityProvider(keys, address)}</EntityDescriptor>`,
		{ name: "EntityDescriptor", idAttribute: "ID" },
		await signingMaterial(service, settings),
	);
	return `<?xml version="1.0" encoding="UTF-8"?>\n${signed}`;
}

function tokenService(keys: readonly Markup[], address: string, names: readonly string[]): Markup {
	const claims = names.map((name) => {
		const label = CLAIM_NAMES.get(name);
		const display = label === undefined ? null : xml`<auth:DisplayName>${label}</auth:DisplayName>`;
		return xml`<auth:ClaimType xmlns:auth="${AUTHORIZATION}" Uri="${name}" Optional="true">${display}</auth:ClaimType>`;
	});
	const offered = claims.length === 0 ? null : xml`<fed:ClaimTypesOffered>${claims}</fed:ClaimTypesOffered>`;
	const endpoint = xml`<wsa:EndpointReference xmlns:wsa="${ADDRESSING}"><wsa:Address>${address}</wsa:Address></wsa:EndpointReference>`;
	// The schema requires the first endpoint of every token service, browsers use the second.
	return xml`<RoleDescriptor xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:fed="${FEDERATION}" xsi:type="fed:SecurityTokenServiceType" protocolSupportEnumeration="${FEDERATION}">${keys}<fed:TokenTypesOffered><fed:TokenType Uri="${ASSERTION}"/></fed:TokenTypesOffered>${offered}<fed:SecurityTokenServiceEndpoint>${endpoint}</fed:SecurityTokenServiceEndpoint><fed:PassiveRequestorEndpoint>${endpoint}</fed:PassiveRequestorEndpoint></RoleDescriptor>`;
}

function identityProvider(keys: readonly Markup[], address: string): Markup {
	return xml`<IDPSSODescriptor protocolSupportEnumeration="${FEDERATION_2003}">${keys}<SingleLogoutService Binding="${FEDERATION_2003}" Location="${address}"/><SingleSignOnService Binding="${FEDERATION_2003}" Location="${address}"/></IDPSSODescriptor>`;
}
