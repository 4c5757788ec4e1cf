import type { UpdateConnectionRequest } from "@/lib/contract/connection/connection-request";
import { storedOptions } from "../../connections/connection-options";
import type { IdentityService } from "../../context/identity-service";
import type { ConnectionRow } from "../../store/connections";
import type { IdentityServiceDatabase } from "../../store/schema";
import { isConsoleClient, notAllowed } from "../clients/client-privileges";
import { invalidField } from "../clients/invalid-field";
import { sentOptions } from "./sent-options";

/**
 * A connection's row with what a request sets. What the request does not name stays as it is.
 * @param sampleCertificate where the connection is to the sample provider
 * @throws Refusal 400 on the field, 403 where people would come to the console itself through the connection
 */
export async function changedConnection(
	service: IdentityService,
	database: IdentityServiceDatabase,
	before: ConnectionRow,
	{ display_name, enabled_clients, show_as_button, metadata, options }: UpdateConnectionRequest,
	sampleCertificate: string | null = null,
): Promise<ConnectionRow> {
	const set = options && sentOptions(options, service.now());
	const defaultClient = set?.idpinitiated?.client_id;
	const known = await knownClients(database, [...(enabled_clients ?? []), ...(defaultClient ? [defaultClient] : [])]);
	if ([...known.values()].some(isConsoleClient)) {
		throw notAllowed("A connection cannot lead into the console itself.");
	}
	const unknown = enabled_clients?.filter((id) => !known.has(id)) ?? [];
	if (unknown.length > 0) throw invalidField("enabled_clients", `Clients not found: ${unknown.join(",")}`);
	if (defaultClient && !known.has(defaultClient)) {
		throw invalidField("options.idpinitiated.client_id", `Client not found: ${defaultClient}`);
	}
	return {
		...before,
		...(display_name === undefined ? {} : { display_name }),
		...(enabled_clients === undefined ? {} : { enabled_clients: JSON.stringify(enabled_clients) }),
		...(show_as_button === undefined ? {} : { show_as_button: show_as_button ? 1 : 0 }),
		...(metadata === undefined ? {} : { metadata: JSON.stringify(metadata) }),
		...(set ? { options: storedOptions(service, set, sampleCertificate) } : {}),
	};
}

async function knownClients(database: IdentityServiceDatabase, ids: string[]) {
	// Not every database takes every character.
	const possible = ids.filter((id) => !id.includes("\0"));
	const rows =
		possible.length === 0
			? []
			: await database
					.selectFrom("clients")
					.select(["client_id", "handle"])
					.where("client_id", "in", possible)
					.execute();
	return new Map(rows.map((row) => [row.client_id, row]));
}
