import { X509Certificate } from "node:crypto";
import { z } from "zod";
import { SAML_STRATEGY } from "@/lib/contract/connection/connection-limits";
import { connectionOptions } from "../../connections/saml-connection";
import type { IdentityService } from "../../context/identity-service";
import type { Caller } from "../../context/service-request";
import { certificateBlocks, thumbprintOf } from "../../keys/certificates";
import { enabledClients } from "../../store/connections";
import type { ConnectionRow } from "../../store/schema";
import { hasPart } from "../access";
import { resource } from "../resource";

/** The full names of a subject's attributes (RFC 4519). */
const ATTRIBUTES: Readonly<Record<string, string>> = {
	C: "countryName",
	ST: "stateOrProvinceName",
	L: "localityName",
	O: "organizationName",
	OU: "organizationalUnitName",
	CN: "commonName",
};

const texts = z.array(z.string());

const { schema, read } = resource<ConnectionRow>({
	id: [z.string(), (row) => row.id],
	name: [z.string(), (row) => row.name],
	strategy: [z.literal(SAML_STRATEGY), (row) => row.strategy],
	display_name: [z.string(), (row) => row.display_name ?? undefined],
	enabled_clients: [texts, enabledClients],
	show_as_button: [z.boolean(), (row) => row.show_as_button === 1],
	realms: [texts, (row) => [row.name]],
	is_domain_connection: [z.literal(false), () => false],
	metadata: [z.record(z.string(), z.string()), (row) => JSON.parse(row.metadata)],
});
/** `fields` selects the properties; the options depend on the scopes. */
export const connection = schema.extend({ options: z.record(z.string(), z.unknown()) }).partial();
/** Of a request that fills options from metadata: a sentence for each certificate that was left out of it. */
export const changedConnectionResponse = connection.extend({ warnings: texts.optional() });

/** A connection as the caller may read it. */
export async function connectionResponse(
	service: IdentityService,
	row: ConnectionRow,
	caller: Caller,
): Promise<Record<string, unknown>> {
	if (!hasPart(caller, "connection options")) return read(service, row);
	const { signingCert, ...options } = await connectionOptions(service, row);
	return {
		...read(service, row),
		options: { ...options, ...(signingCert ? certificateFields(service, signingCert) : {}) },
	};
}

function certificateFields({ now }: IdentityService, pem: string) {
	return { signingCert: Buffer.from(pem).toString("base64"), ...certificateFacts(pem, now()) };
}

/**
 * SHA-1 of each of a connection's certificates, and expiry and subject of the valid one that expires last, or of the last
 * of all where none is valid now.
 * @param pem as it is stored
 */
function certificateFacts(pem: string, now: Date) {
	const certificates = certificateBlocks(pem).map((each) => new X509Certificate(each));
	const usable = certificates.filter(({ validFromDate, validToDate }) => validFromDate <= now && now < validToDate);
	const last = (usable.length > 0 ? usable : certificates).reduce((one, other) =>
		other.validToDate > one.validToDate ? other : one,
	);
	return {
		thumbprints: certificates.map(thumbprintOf),
		expires: last.validToDate.toISOString(),
		subject: subjectOf(last),
	};
}

function subjectOf({ subject }: X509Certificate): Record<string, string> {
	const lines = (subject ?? "").split("\n").filter((line) => line.includes("="));
	return Object.fromEntries(
		lines.map((line) => {
			const name = line.slice(0, line.indexOf("="));
			return [ATTRIBUTES[name] ?? name, line.slice(line.indexOf("=") + 1)];
		}),
	);
}
