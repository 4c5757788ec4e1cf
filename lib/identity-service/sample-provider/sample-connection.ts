import { SAMPLE_ORIGIN } from "../connections/connection-options";
import { type SamlConnection, samlConnection } from "../connections/saml-connection";
import type { IdentityService } from "../context/identity-service";
import { messageRefusal } from "../http/refusal";
import { enabledClients, findConnectionByName } from "../store/connections";
import { SAMPLE_CONNECTION } from "./sample-provider";

/**
 * What the sample provider is there for.
 * @throws Refusal 404 where no application may use it, and where it was deleted: another one of its name is none of it
 */
export async function requireSampleConnection(service: IdentityService): Promise<SamlConnection> {
	const row = await findConnectionByName(service.database, SAMPLE_CONNECTION);
	if (row?.origin === SAMPLE_ORIGIN && enabledClients(row).length > 0) return samlConnection(service, row);
	throw messageRefusal("Nothing is at this address.", 404);
}
