import { certificateBody } from "@/lib/xml/certificate-body";
import { type Markup, xml } from "@/lib/xml/markup";
import { signXml } from "@/lib/xml/sign";
import type { IdentityService } from "../../identity-service";
import { PAGE_HEADERS } from "../../pages/page";
import { entityId } from "../federation/entity";
import { answerFront } from "../federation/front-endpoint";
import { newMessageId } from "../federation/message-id";
import { publishedCertificates, signingMaterial } from "../federation/signing-material";
import { ADDRESSING, ASSERTION, AUTHORIZATION, FEDERATION, FEDERATION_2003, METADATA } from "./names";
import { realmClient } from "./realm";

const CLAIMS = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/";
/** Of the claims that every application gets unless it maps them to others. */
const CLAIM_NAMES = {
	...{ nameidentifier: "Name identifier", emailaddress: "Email address", name: "Name", givenname: "Given name" },
	...{ surname: "Surname", upn: "User principal name" },
};

/**
 * `FederationMetadata/2007-06/FederationMetadata.xml` (WS-Federation 1.2 section 3.1), below `/wsfed` for all applications,
 * below `/wsfed/{client_id}` for one.
 * @param clientId null for all
 */
export function answerFederationMetadata(
	service: IdentityService,
	request: Request,
	clientId: string | null,
): Promise<Response> {
	return answerFront(service, request, "wsfed-metadata", async () => {
		const client = clientId === null ? null : await realmClient(service, clientId, null);
		const path = client ? `wsfed/${encodeURIComponent(client.client_id)}` : "wsfed";
		const document = await federationMetadata(service, new URL(path, service.config.issuer).href);
		return new Response(document, {
			headers: { ...PAGE_HEADERS, "content-type": "application/xml; charset=utf-8", "cache-control": "no-store" },
		});
	});
}

/** Who signs, and where browsers are sent: for readers of WS-Federation, and for those of SAML metadata. */
async function federationMetadata(service: IdentityService, address: string): Promise<string> {
	const keys = (await publishedCertificates(service)).map(
		(certificate) =>
			xml`<KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificateBody(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`,
	);
	const id = newMessageId();
	const signed = signXml(
		(signature) =>
			xml`<EntityDescriptor xmlns="${METADATA}" ID="${id}" entityID="${entityId(service.config)}">${signature}${tokenService(keys, address)}${identityProvider(keys, address)}</EntityDescriptor>`,
		{ name: "EntityDescriptor", idAttribute: "ID" },
		await signingMaterial(service, {}),
	);
	return `<?xml version="1.0" encoding="UTF-8"?>\n${signed}`;
}

function tokenService(keys: readonly Markup[], address: string): Markup {
	const claims = Object.entries(CLAIM_NAMES).map(
		([name, words]) =>
			xml`<auth:ClaimType xmlns:auth="${AUTHORIZATION}" Uri="${CLAIMS + name}" Optional="true"><auth:DisplayName>${words}</auth:DisplayName></auth:ClaimType>`,
	);
	const endpoint = xml`<wsa:EndpointReference xmlns:wsa="${ADDRESSING}"><wsa:Address>${address}</wsa:Address></wsa:EndpointReference>`;
	// The schema wants the first endpoint of every token service, browsers use the second.
	return xml`<RoleDescriptor xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:fed="${FEDERATION}" xsi:type="fed:SecurityTokenServiceType" protocolSupportEnumeration="${FEDERATION}">${keys}<fed:TokenTypesOffered><fed:TokenType Uri="${ASSERTION}"/></fed:TokenTypesOffered><fed:ClaimTypesOffered>${claims}</fed:ClaimTypesOffered><fed:SecurityTokenServiceEndpoint>${endpoint}</fed:SecurityTokenServiceEndpoint><fed:PassiveRequestorEndpoint>${endpoint}</fed:PassiveRequestorEndpoint></RoleDescriptor>`;
}

function identityProvider(keys: readonly Markup[], address: string): Markup {
	return xml`<IDPSSODescriptor protocolSupportEnumeration="${FEDERATION_2003}">${keys}<SingleLogoutService Binding="${FEDERATION_2003}" Location="${address}"/><SingleSignOnService Binding="${FEDERATION_2003}" Location="${address}"/></IDPSSODescriptor>`;
}
