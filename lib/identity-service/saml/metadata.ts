import { HTTP_POST_BINDING, HTTP_REDIRECT_BINDING } from "@/lib/contract/client/addon-limits";
import type { SamlSettings } from "@/lib/contract/client/client-addons";
import { type Markup, xml } from "@/lib/xml/markup";
import type { IdentityServiceConfig } from "../context/config";
import { entityId } from "../identity-provider/entity";
import { METADATA_CACHE_SECONDS } from "../identity-provider/metadata-answer";
import { mappedNames } from "../identity-provider/user-attributes";
import type { ClientRow } from "../store/clients";
import { attributeNameFormat } from "./attribute-name-format";
import { keyDescriptor } from "./key-descriptor";
import { ASSERTION, METADATA, PROTOCOL, UNSPECIFIED_NAME } from "./names";

type Partnership = { settings: SamlSettings /** PEM, the one in use first. */; certificates: readonly string[] };

/** This identity provider as one application meets it (SAML metadata 2.0 section 2.4.3). */
export function identityProviderMetadata(
	config: Pick<IdentityServiceConfig, "issuer">,
	client: Pick<ClientRow, "client_id">,
	{ settings, certificates }: Partnership,
): string {
	const address = new URL(`samlp/${encodeURIComponent(client.client_id)}`, config.issuer).href;
	const wantsSigned = settings.signingCert === undefined ? null : xml` WantAuthnRequestsSigned="true"`;
	const descriptor = xml`<md:IDPSSODescriptor protocolSupportEnumeration="${PROTOCOL}"${wantsSigned}>${certificates.map(keyDescriptor)}${settings.logout?.slo_enabled ? endpoints("SingleLogoutService", `${address}/logout`) : null}<md:NameIDFormat>${settings.nameIdentifierFormat ?? UNSPECIFIED_NAME}</md:NameIDFormat>${endpoints("SingleSignOnService", address)}${attributes(settings)}</md:IDPSSODescriptor>`;
	return xml`<md:EntityDescriptor xmlns:md="${METADATA}" entityID="${settings.issuer ?? entityId(config)}" cacheDuration="PT${METADATA_CACHE_SECONDS}S">${descriptor}</md:EntityDescriptor>
`.toString();
}

function endpoints(name: "SingleLogoutService" | "SingleSignOnService", location: string): Markup {
	const one = (binding: string) =>
		name === "SingleLogoutService"
			? xml`<md:SingleLogoutService Binding="${binding}" Location="${location}"/>`
			: xml`<md:SingleSignOnService Binding="${binding}" Location="${location}"/>`;
	return xml`${[one(HTTP_REDIRECT_BINDING), one(HTTP_POST_BINDING)]}`;
}

/** What assertions may say of users, where fields are mapped. */
function attributes(settings: SamlSettings): Markup[] {
	return mappedNames(settings).map((name) => {
		const hasFormat = settings.includeAttributeNameFormat ?? true;
		const format = hasFormat ? xml` NameFormat="${attributeNameFormat(name)}"` : null;
		return xml`<saml:Attribute xmlns:saml="${ASSERTION}" Name="${name}"${format}/>`;
	});
}
