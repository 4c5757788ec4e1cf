import { HTTP_POST_BINDING, HTTP_REDIRECT_BINDING, NAME_FORMATS } from "@/lib/contract/client/addon-limits";
import { NAME_FORMAT_DEFAULT } from "@/lib/contract/connection/connection-limits";
import { type Markup, xml } from "@/lib/xml/markup";
import type { IdentityServiceConfig } from "../../context/config";
import { METADATA_CACHE_SECONDS } from "../../identity-provider/entity";
import { keyDescriptor } from "../../saml/metadata";
import { METADATA, PROTOCOL } from "../../saml/names";
import { logoutAddress } from "../logout/logout-address";
import type { SamlConnection } from "../saml-connection";

/** Name identifiers that say who somebody is, today and tomorrow. */
const NAME_ID_FORMATS = Object.values(NAME_FORMATS).filter((format) => format !== NAME_FORMATS.transient);

/**
 * This service as one identity provider meets it (SAML metadata 2.0 section 2.4.4).
 * @param certificates PEM, the one in use first
 */
export function serviceProviderMetadata(
	{ issuer }: Pick<IdentityServiceConfig, "issuer">,
	{ name, entityId, callback, options }: Pick<SamlConnection, "name" | "entityId" | "callback" | "options">,
	certificates: readonly string[],
): string {
	const logout = new URL(logoutAddress({ issuer }));
	// A provider without a name here is known by nothing in its messages.
	if (options.issuer === undefined) logout.searchParams.set("connection", name);
	const logoutBy = (binding: string): Markup =>
		xml`<md:SingleLogoutService Binding="${binding}" Location="${logout.href}"/>`;
	const { nameIdentifierFormat: asked = NAME_FORMAT_DEFAULT } = options;
	const formats = [...new Set([asked, ...NAME_ID_FORMATS])].map(
		(format) => xml`<md:NameIDFormat>${format}</md:NameIDFormat>`,
	);
	const consumer = xml`<md:AssertionConsumerService Binding="${HTTP_POST_BINDING}" Location="${callback}" index="0" isDefault="true"/>`;
	const signsRequests = options.signSAMLRequest !== false;
	const descriptor = xml`<md:SPSSODescriptor protocolSupportEnumeration="${PROTOCOL}" AuthnRequestsSigned="${signsRequests}" WantAssertionsSigned="true">${certificates.map(keyDescriptor)}${[HTTP_REDIRECT_BINDING, HTTP_POST_BINDING].map(logoutBy)}${formats}${consumer}</md:SPSSODescriptor>`;
	return xml`<md:EntityDescriptor xmlns:md="${METADATA}" entityID="${entityId}" cacheDuration="PT${METADATA_CACHE_SECONDS}S">${descriptor}</md:EntityDescriptor>
`.toString();
}
