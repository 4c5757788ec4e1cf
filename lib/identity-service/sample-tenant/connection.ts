import { SAML_STRATEGY } from "@/lib/contract/connection/connection-limits";
import type { SamlOptions } from "@/lib/contract/connection/connection-request";
import { SAMPLE_ORIGIN } from "../connections/saml-connection";
import type { IdentityService } from "../context/identity-service";
import { deriveIdentifier } from "../keys/derived";
import {
	SAMPLE_CONNECTION,
	SAMPLE_PROVIDER_METADATA,
	SAMPLE_PROVIDER_SIGN_IN,
	SAMPLE_PROVIDER_SIGN_OUT,
} from "../sample-provider/sample-provider";
import { sampleConnectionHandle } from "../store/connections";
import type { ConnectionTable, IdentityServiceDatabase } from "../store/schema";

const options: SamlOptions = {
	issuer: SAMPLE_PROVIDER_METADATA,
	signInEndpoint: SAMPLE_PROVIDER_SIGN_IN,
	signOutEndpoint: SAMPLE_PROVIDER_SIGN_OUT,
};

/** The connection to the sample provider: complete, and off until an application is let use it. */
function sampleConnectionRow({ secrets, now }: Pick<IdentityService, "secrets" | "now">): ConnectionTable {
	return {
		id: `con_${deriveIdentifier(secrets.identifiers, `sample-connection:${SAMPLE_CONNECTION}`, 16)}`,
		...{ name: SAMPLE_CONNECTION, name_key: SAMPLE_CONNECTION, strategy: SAML_STRATEGY },
		...{ display_name: "Sample provider", show_as_button: 1, enabled_clients: "[]", metadata: "{}" },
		...{ options: JSON.stringify(options), origin: SAMPLE_ORIGIN, created_at: now().toISOString(), revision: 0 },
	};
}

/**
 * Brings the connection to a tenant that an older version filled without it. Where somebody has deleted it, or has another
 * one of its name, nothing is added.
 */
export async function addSampleConnection(
	service: Pick<IdentityService, "secrets" | "now"> & { database: IdentityServiceDatabase },
): Promise<void> {
	const { database } = service;
	const handle = sampleConnectionHandle(SAMPLE_CONNECTION);
	const deleted = await database
		.selectFrom("deleted_sample_clients")
		.select("handle")
		.where("handle", "=", handle)
		.executeTakeFirst();
	if (deleted) return;
	await database
		.insertInto("connections")
		.values(sampleConnectionRow(service))
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}
