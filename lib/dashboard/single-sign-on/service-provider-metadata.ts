import "server-only";
import { X509Certificate } from "node:crypto";
import { HTTP_POST_BINDING, HTTP_REDIRECT_BINDING } from "@/lib/contract/client/addon-limits";
import { UnreadableMetadata } from "@/lib/xml/errors";
import { requireCertificate, signingCertificates } from "@/lib/xml/metadata/metadata-certificates";
import { ADDRESSING, FEDERATION, METADATA } from "@/lib/xml/metadata/metadata-names";
import {
	descendants,
	endpointsOf,
	entityIdOf,
	isTrue,
	readable,
	readEntity,
	requirePasted,
	rolesOf,
	speaksSaml,
} from "@/lib/xml/metadata/metadata-parts";
import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { attributeOf, childrenOf, textOf } from "@/lib/xml/read-element";

export type ServiceProviderMetadata = ReturnType<typeof readServiceProviderMetadata>;

/**
 * The parts of an application's metadata that its settings need. Nothing of it is verified. `callback` is its HTTP-POST
 * endpoint for responses; null where there is none, as is `logout`.
 * @throws UnreadableMetadata
 */
export function readServiceProviderMetadata(text: string) {
	requirePasted(text);
	const entity = readEntity(text);
	return readable(() => {
		const provider = rolesOf(entity, "SPSSODescriptor").find(speaksSaml);
		if (provider) return samlProvider(entityIdOf(entity), provider);
		const endpoint = rolesOf(entity, "RoleDescriptor").flatMap((role) => passiveEndpoints(role));
		const [callback] = endpoint;
		if (callback !== undefined) return { protocol: "wsfed" as const, realm: entityIdOf(entity), callback };
		if (rolesOf(entity, "IDPSSODescriptor").length > 0) {
			throw new UnreadableMetadata(
				"This is the metadata of an identity provider. Needed is that of the application, which has an SPSSODescriptor.",
			);
		}
		throw new UnreadableMetadata(
			"This describes no application that signs users in by SAML 2.0 (SPSSODescriptor) or WS-Federation.",
		);
	});
}

function passiveEndpoints(role: XmlElement): string[] {
	return descendants(role, FEDERATION, "PassiveRequestorEndpoint")
		.flatMap((endpoint) => descendants(endpoint, ADDRESSING, "Address"))
		.map((address) => textOf(address));
}

function samlProvider(entityId: string, provider: XmlElement) {
	const consumers = endpointsOf(provider, "AssertionConsumerService").filter(
		({ binding }) => binding === HTTP_POST_BINDING,
	);
	const isDefault = (value: string) => consumers.find(({ element }) => attributeOf(element, "isDefault") === value);
	const unmarked = consumers.find(({ element }) => attributeOf(element, "isDefault") === undefined);
	// The order of SAML metadata 2.0 section 2.2.3: the one marked as default, the first one not marked, the first.
	const consumer = isDefault("true") ?? isDefault("1") ?? unmarked ?? consumers[0];
	const logouts = endpointsOf(provider, "SingleLogoutService");
	const logout = [HTTP_POST_BINDING, HTTP_REDIRECT_BINDING]
		.map((binding) => logouts.find((endpoint) => endpoint.binding === binding))
		.find((endpoint) => endpoint !== undefined);
	const { certificates, unreadable } = signingCertificates(provider);
	const signsRequests = isTrue(provider, "AuthnRequestsSigned");
	if (signsRequests) requireCertificate(certificates, unreadable);
	const [format] = childrenOf(provider, METADATA, "NameIDFormat");
	return {
		protocol: "samlp" as const,
		entityId,
		nameIdFormat: format ? textOf(format) : null,
		/** In PEM, the one with the latest end first. */
		certificates: byEnd(certificates),
		/** A sentence for each certificate that can't be read. */
		unreadable,
		signsRequests,
		wantsSignedAssertions: isTrue(provider, "WantAssertionsSigned"),
		callback: consumer?.location ?? null,
		callbackCount: consumers.length,
		logout: logout ? { binding: logout.binding, location: logout.location } : null,
	};
}

function byEnd(certificates: string[]): string[] {
	const end = (pem: string) => Date.parse(new X509Certificate(pem).validTo);
	return certificates.toSorted((one, other) => end(other) - end(one));
}
