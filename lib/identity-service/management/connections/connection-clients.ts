import { z } from "zod";
import { CONNECTION_CLIENTS_MAX } from "@/lib/contract/connection/connection-limits";
import {
	type ChangeConnectionClientsRequest,
	changeConnectionClientsRequest,
} from "@/lib/contract/connection/connection-request";
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MIN } from "@/lib/contract/limits";
import { enabledClients, listConnections, replaceConnection } from "../../store/connections";
import { changeRow } from "../../store/rows";
import type { ConnectionRow, IdentityServiceDatabase } from "../../store/schema";
import { requireClient } from "../clients/clients";
import { operation } from "../operation";
import { checkpointPage, checkpointPageOf, checkpointParameters, shortList } from "../paging";
import { fieldParameters, idParameter, integerText, pickFields, severalTexts } from "../resource";
import { invalidField } from "../validation";
import { connection, connectionResponse } from "./connection-response";
import { clientsNotFound, possibleClients, requireConnection } from "./connections";

/** Which applications users may sign in to through which connections. */
export const connectionClientOperations = [
	operation("get_connection_clients", {
		path: idParameter,
		query: z.strictObject({
			...checkpointParameters,
			take: integerText(PAGE_SIZE_MIN, CONNECTION_CLIENTS_MAX).default(PAGE_SIZE_DEFAULT),
		}),
		response: checkpointPageOf("clients", z.strictObject({ client_id: z.string() })),
		refusals: [404],
		async run(service, { path: { id }, query }) {
			const clients = enabledClients(await requireConnection(service.database, id)).sort();
			const list = shortList(["connection-clients", id], clients, (client) => client);
			const { rows, ...next } = await checkpointPage(service, list, query);
			return { clients: rows.map((client_id) => ({ client_id })), ...next };
		},
	}),
	operation("patch_connection_clients", {
		action: "Update the clients of a connection",
		currentScopesOnly: true,
		path: idParameter,
		body: { schema: changeConnectionClientsRequest },
		status: 204,
		refusals: [404],
		description: "Applications that are not named stay as they are. Each may be named once.",
		async run(service, { path: { id }, body }) {
			const { database } = service;
			await changeRow(
				() => requireConnection(database, id),
				(before) => withClients(database, before, body),
				(after) => replaceConnection(database, after),
			);
		},
	}),
	// A user of the tenant's own database needs no connection of this list to sign in.
	operation("get_client_connections", {
		path: idParameter,
		part: "connections of a client",
		query: z.strictObject({
			...checkpointParameters,
			...fieldParameters,
			strategy: severalTexts.meta({ description: "One or several: repeated, or separated by commas" }).optional(),
		}),
		response: checkpointPageOf("connections", connection),
		refusals: [404],
		async run(service, { path: { id }, query, caller }) {
			const { strategy } = query;
			await requireClient(service.database, id);
			const connections = (await listConnections(service.database))
				.filter((row) => strategy === undefined || strategy.includes(row.strategy))
				.filter((row) => enabledClients(row).includes(id));
			const listId = ["client-connections", id, strategy ? JSON.stringify(strategy) : null];
			const list = shortList(listId, connections, ({ name }) => name);
			const { rows, ...next } = await checkpointPage(service, list, query);
			const responses = await Promise.all(rows.map((row) => connectionResponse(service, row, caller)));
			return { connections: responses.map((each) => pickFields(each, query)), ...next };
		},
	}),
];

/**
 * A connection's row with the changed applications; the same row where none changes.
 * @throws Refusal 400 for an unknown application, for one that is named twice and for too many, 403 for the console's own
 */
async function withClients(
	transaction: IdentityServiceDatabase,
	before: ConnectionRow,
	changes: ChangeConnectionClientsRequest,
): Promise<ConnectionRow> {
	const named = changes.map(({ client_id }) => client_id);
	if (new Set(named).size < named.length) throw invalidField("client_id", "Array items are not unique");
	const known = await possibleClients(transaction, named);
	const unknown = named.filter((id) => !known.has(id));
	if (unknown.length > 0) throw clientsNotFound("client_id", unknown);
	const enabled = enabledClients(before);
	const isOff = new Set(changes.filter(({ status }) => !status).map(({ client_id }) => client_id));
	const added = changes.filter(({ client_id, status }) => status && !enabled.includes(client_id));
	const after = [...enabled.filter((id) => !isOff.has(id)), ...added.map(({ client_id }) => client_id)];
	if (after.length > CONNECTION_CLIENTS_MAX) {
		throw invalidField("client_id", `Array is too long (${after.length}), maximum ${CONNECTION_CLIENTS_MAX}`);
	}
	const isChanged = added.length > 0 || after.length < enabled.length;
	return isChanged ? { ...before, enabled_clients: JSON.stringify(after) } : before;
}
