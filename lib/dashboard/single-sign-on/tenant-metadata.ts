import "server-only";
import { X509Certificate } from "node:crypto";
import { UnreadableMetadata } from "@/lib/xml/errors";
import { requireCertificate, signingCertificates } from "@/lib/xml/metadata/metadata-certificates";
import { endpointsOf, entityIdOf, readable, readEntity, rolesOf } from "@/lib/xml/metadata/metadata-parts";
import { attributeOf } from "@/lib/xml/read-element";
import { request, TransportError } from "../http/request";
import { connectionAddresses, tenantAddresses } from "./tenant-addresses";

/**
 * The tenant's metadata for an application, or for an identity provider: `text` is the document; certificates are PEM, the
 * one it signs with first; `unreadable` has a sentence for each that can't be read; `logout` is SAML's logout endpoint, null
 * where there is none.
 */
export type TenantMetadata = Awaited<ReturnType<typeof readPublished>>;

const READ_WITHIN_MS = 5_000;

/** The tenant has no usable metadata. The message is a sentence with the reason. */
class NoTenantMetadata extends Error {
	override name = "NoTenantMetadata";
}

/** The metadata, or the reason why there is none, in a sentence. */
export async function orMissing(
	reading: Promise<TenantMetadata>,
): Promise<{ metadata: TenantMetadata; missing: null } | { metadata: null; missing: string }> {
	try {
		return { metadata: await reading, missing: null };
	} catch (error) {
		if (!(error instanceof NoTenantMetadata)) throw error;
		return { metadata: null, missing: error.message };
	}
}

/** From the address that the application reads. @throws NoTenantMetadata */
export function readTenantMetadata(protocol: "samlp" | "wsfed", id: string): Promise<TenantMetadata> {
	const none = "The tenant publishes no metadata for this application: it does not accept these sign-ins.";
	return readPublished(tenantAddresses(protocol, id).metadata, none);
}

/** From the address that the identity provider of a connection reads. @throws NoTenantMetadata */
export function readConnectionMetadata(name: string): Promise<TenantMetadata> {
	return readPublished(
		connectionAddresses(name).metadata,
		"The tenant publishes no metadata for this identity provider.",
	);
}

async function readPublished(address: string, none: string) {
	const headers = { accept: "application/samlmetadata+xml, application/xml, text/xml" };
	const response = await request({ method: "GET", url: address, headers, deadlineMs: READ_WITHIN_MS }).catch(
		(error) => {
			if (error instanceof TransportError)
				throw new NoTenantMetadata("The tenant's metadata could not be read: no usable response came.");
			throw error;
		},
	);
	if (response.status === 404) throw new NoTenantMetadata(none);
	if (response.status !== 200)
		throw new NoTenantMetadata(`The tenant's metadata could not be read: it responded with ${response.status}.`);
	const { text } = response;
	try {
		const entity = readEntity(text);
		return readable(() => {
			const roles = ["IDPSSODescriptor", "SPSSODescriptor", "RoleDescriptor"].flatMap((name) => rolesOf(entity, name));
			const signers = roles.filter((role) => attributeOf(role, "protocolSupportEnumeration") !== undefined);
			const { certificates, unreadable } = signingCertificates(...signers);
			requireCertificate(certificates, unreadable);
			const [logout] = signers.flatMap((role) => endpointsOf(role, "SingleLogoutService"));
			return { issuer: entityIdOf(entity), certificates, unreadable, logout: logout?.location ?? null, text };
		});
	} catch (error) {
		if (!(error instanceof UnreadableMetadata)) throw error;
		throw new NoTenantMetadata(`The tenant's metadata can't be understood: ${error.message}`);
	}
}

export type PublishedAs = "current" | "next" | "previous";
export type PublishedCertificate = { pem: string; certificate: X509Certificate; as: PublishedAs };

/**
 * A tenant's published certificates with their roles: it signs with the first; newer ones are next, older ones were used
 * before, for responses that may still be in flight.
 * @param certificates in PEM; invalid ones are left out
 */
export function publishedCertificates(certificates: readonly string[]): PublishedCertificate[] {
	const read = certificates.flatMap((pem) => {
		try {
			return [{ pem, certificate: new X509Certificate(pem) }];
		} catch {
			return [];
		}
	});
	const [current] = read;
	return read.map(({ pem, certificate }) => {
		const isNewer = current !== undefined && certificate.validFromDate > current.certificate.validFromDate;
		return { pem, certificate, as: certificate === current?.certificate ? "current" : isNewer ? "next" : "previous" };
	});
}
