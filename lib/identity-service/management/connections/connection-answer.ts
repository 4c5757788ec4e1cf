import { z } from "zod";
import { SAML_STRATEGY } from "@/lib/contract/connection/connection-limits";
import { connectionOptions } from "../../connections/connection-options";
import type { IdentityService } from "../../context/identity-service";
import { type ConnectionRow, enabledClients } from "../../store/connections";
import { certificateFacts } from "./certificate-facts";

const texts = z.array(z.string());

/** A connection in an answer. `fields` decides which of these there are. */
export const connection = z
	.strictObject({
		id: z.string(),
		name: z.string(),
		strategy: z.literal(SAML_STRATEGY),
		display_name: z.string(),
		enabled_clients: texts,
		show_as_button: z.boolean(),
		realms: texts,
		is_domain_connection: z.literal(false),
		metadata: z.record(z.string(), z.string()),
		options: z.record(z.string(), z.unknown()),
	})
	.partial();

export async function connectionAnswer(service: IdentityService, row: ConnectionRow): Promise<Record<string, unknown>> {
	const { signingCert, ...options } = await connectionOptions(service, row);
	return {
		id: row.id,
		name: row.name,
		strategy: row.strategy,
		...(row.display_name === null ? {} : { display_name: row.display_name }),
		enabled_clients: enabledClients(row),
		show_as_button: row.show_as_button === 1,
		realms: [row.name],
		is_domain_connection: false,
		metadata: JSON.parse(row.metadata),
		options: { ...options, ...(signingCert ? certificateFields(service, signingCert) : {}) },
	};
}

function certificateFields({ now }: IdentityService, pem: string) {
	return { signingCert: Buffer.from(pem).toString("base64"), ...certificateFacts(pem, now()) };
}
