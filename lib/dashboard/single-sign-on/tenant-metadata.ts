import "server-only";
import { entityIdOf, readable, readEntity, rolesOf, signingCertificates } from "@/lib/xml/metadata/metadata-parts";
import { attributeOf } from "@/lib/xml/read-element";
import { request, TransportError } from "../http/request";
import { tenantAddresses } from "./tenant-addresses";
import { UnreadableMetadata } from "./unreadable-metadata";

/** What the tenant publishes of itself to an application. */
export type TenantMetadata = {
	issuer: string;
	/** In PEM: the one it signs with first, those to come after it. */
	certificates: string[];
	/** The document as it came. */
	text: string;
};

const READ_WITHIN_MS = 5_000;

/** The tenant published nothing that can be used. The message says why, in a sentence. */
export class NoTenantMetadata extends Error {
	override name = "NoTenantMetadata";
}

/** Reads what the tenant says of itself, by the address that the application reads. @throws NoTenantMetadata */
export async function readTenantMetadata(protocol: "samlp" | "wsfed", id: string): Promise<TenantMetadata> {
	const { metadata } = tenantAddresses(protocol, id);
	const headers = { accept: "application/samlmetadata+xml, application/xml, text/xml" };
	const answer = await request({ method: "GET", url: metadata, headers, deadlineMs: READ_WITHIN_MS }).catch((error) => {
		if (error instanceof TransportError)
			throw new NoTenantMetadata("The tenant's metadata could not be read: no usable answer came.");
		throw error;
	});
	if (answer.status === 404) {
		throw new NoTenantMetadata(
			"The tenant publishes no metadata for this application: it does not take these sign-ins.",
		);
	}
	if (answer.status !== 200)
		throw new NoTenantMetadata(`The tenant's metadata could not be read: it answered ${answer.status}.`);
	return { ...described(answer.text), text: answer.text };
}

function described(text: string): Omit<TenantMetadata, "text"> {
	try {
		const entity = readEntity(text);
		return readable(() => {
			const roles = [...rolesOf(entity, "IDPSSODescriptor"), ...rolesOf(entity, "RoleDescriptor")];
			const signers = roles.filter((role) => attributeOf(role, "protocolSupportEnumeration") !== undefined);
			const certificates = [...new Set(signers.flatMap(signingCertificates))];
			return { issuer: entityIdOf(entity), certificates };
		});
	} catch (error) {
		if (!(error instanceof UnreadableMetadata)) throw error;
		throw new NoTenantMetadata(`The tenant's metadata can't be understood: ${error.message}`);
	}
}
