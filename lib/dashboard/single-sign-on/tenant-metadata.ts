import "server-only";
import { UnreadableMetadata } from "@/lib/xml/errors";
import {
	endpointsOf,
	entityIdOf,
	readable,
	readEntity,
	rolesOf,
	signingCertificates,
} from "@/lib/xml/metadata/metadata-parts";
import { attributeOf } from "@/lib/xml/read-element";
import { request, TransportError } from "../http/request";
import { connectionAddresses, tenantAddresses } from "./tenant-addresses";

/** What the tenant publishes of itself to an application, or to an outside provider. */
export type TenantMetadata = {
	issuer: string;
	/** In PEM: the one it signs with first, those to come after it. */
	certificates: string[];
	/** Where it takes logouts of SAML; null: it doesn't say. */
	logout: string | null;
	/** The document as it came. */
	text: string;
};

const READ_WITHIN_MS = 5_000;

/** The tenant published nothing that can be used. The message says why, in a sentence. */
export class NoTenantMetadata extends Error {
	override name = "NoTenantMetadata";
}

/** What was read, or in a sentence why there is none. */
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

/** Reads what the tenant says of itself, by the address that the application reads. @throws NoTenantMetadata */
export function readTenantMetadata(protocol: "samlp" | "wsfed", id: string): Promise<TenantMetadata> {
	const none = "The tenant publishes no metadata for this application: it does not take these sign-ins.";
	return readPublished(tenantAddresses(protocol, id).metadata, none);
}

/** The same by the address that the provider of a connection reads. @throws NoTenantMetadata */
export function readConnectionMetadata(name: string): Promise<TenantMetadata> {
	return readPublished(
		connectionAddresses(name).metadata,
		"The tenant publishes no metadata for this identity provider.",
	);
}

async function readPublished(address: string, none: string): Promise<TenantMetadata> {
	const headers = { accept: "application/samlmetadata+xml, application/xml, text/xml" };
	const answer = await request({ method: "GET", url: address, headers, deadlineMs: READ_WITHIN_MS }).catch((error) => {
		if (error instanceof TransportError)
			throw new NoTenantMetadata("The tenant's metadata could not be read: no usable answer came.");
		throw error;
	});
	if (answer.status === 404) throw new NoTenantMetadata(none);
	if (answer.status !== 200)
		throw new NoTenantMetadata(`The tenant's metadata could not be read: it answered ${answer.status}.`);
	return { ...described(answer.text), text: answer.text };
}

function described(text: string): Omit<TenantMetadata, "text"> {
	try {
		const entity = readEntity(text);
		return readable(() => {
			const roles = ["IDPSSODescriptor", "SPSSODescriptor", "RoleDescriptor"].flatMap((name) => rolesOf(entity, name));
			const signers = roles.filter((role) => attributeOf(role, "protocolSupportEnumeration") !== undefined);
			const certificates = [...new Set(signers.flatMap(signingCertificates))];
			const [logout] = signers.flatMap((role) => endpointsOf(role, "SingleLogoutService"));
			return { issuer: entityIdOf(entity), certificates, logout: logout?.location ?? null };
		});
	} catch (error) {
		if (!(error instanceof UnreadableMetadata)) throw error;
		throw new NoTenantMetadata(`The tenant's metadata can't be understood: ${error.message}`);
	}
}
