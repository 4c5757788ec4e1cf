import { z } from "zod";
import { SAML_STRATEGY } from "@/lib/contract/connection/connection-limits";
import {
	createConnectionRequest,
	type UpdateConnectionRequest,
	updateConnectionRequest,
} from "@/lib/contract/connection/connection-request";
import { inTransaction } from "@/lib/database/in-transaction";
import { OWN_CONNECTIONS, storedOptions } from "../../connections/saml-connection";
import type { IdentityService } from "../../context/identity-service";
import type { Caller } from "../../context/service-request";
import { afterCommit } from "../../http/failure";
import { Refusal } from "../../http/refusal";
import { newIdentifier } from "../../keys/derived";
import { lockedClients } from "../../store/clients";
import { findConnection, insertConnection, listConnections, replaceConnection } from "../../store/connections";
import { isConsoleClient } from "../../store/console-clients";
import {
	deleteConnection,
	deleteUsersOfConnection,
	removeUsersOfConnectionFromLog,
} from "../../store/delete-connection";
import { changeRow } from "../../store/rows";
import type { ConnectionRow, IdentityServiceDatabase } from "../../store/schema";
import { requirePart } from "../access";
import { notAllowed } from "../clients/client-privileges";
import { operation } from "../operation";
import { listPage, listParameters, pageOf, shortList } from "../paging";
import { fieldParameters, idParameter, lookupText, pickFields, severalTexts, timeText } from "../resource";
import { invalidField } from "../validation";
import { changedConnectionResponse, connection, connectionResponse } from "./connection-response";
import { sentOptions } from "./sent-options";

const ID_LENGTH = 16;

export const connectionOperations = [
	operation("get_connections", {
		query: z.strictObject({
			...listParameters,
			...fieldParameters,
			strategy: severalTexts.meta({ description: "One or several: repeated, or separated by commas" }).optional(),
			name: lookupText.optional(),
		}),
		response: pageOf("connections", connection),
		async run(service, { query, caller }) {
			const { strategy, name = null } = query;
			const rows = (await listConnections(service.database))
				.filter((row) => strategy === undefined || strategy.includes(row.strategy))
				.filter((row) => name === null || row.name === name);
			const list = shortList(
				["connections", strategy ? JSON.stringify(strategy) : null, name],
				rows,
				(row) => row.name,
			);
			return listPage(service, "connections", query, list, (row) => connectionResponse(service, row, caller));
		},
	}),
	operation("post_connections", {
		action: "Create a connection",
		transaction: "own",
		currentScopesOnly: true,
		body: { schema: createConnectionRequest },
		response: changedConnectionResponse,
		refusals: [409],
		async run(service, { body: { name, strategy: _, ...request }, caller, record }) {
			if (isOwnConnection(name)) throw nameExists();
			const blank = newConnectionRow(service, name);
			const { options, leftOut } = sentOptions(request.options ?? {}, service.now());
			const row = await inTransaction(service.database, async (transaction) => {
				const made = await changedConnection(service, transaction, blank, { ...request, options });
				if (!(await insertConnection(transaction, made))) throw nameExists();
				// Users of a sign-in through a deleted connection of this name don't belong to the new one.
				await deleteUsersOfConnection(transaction, name);
				await record(transaction);
				return made;
			});
			return afterCommit(() => changedResponse(service, row, caller, leftOut));
		},
	}),
	operation("get_connections_by_id", {
		path: idParameter,
		query: z.strictObject(fieldParameters),
		response: connection,
		refusals: [404],
		async run(service, { path: { id }, query, caller }) {
			const row = await requireConnection(service.database, id);
			return pickFields(await connectionResponse(service, row, caller), query);
		},
	}),
	operation("patch_connections_by_id", {
		action: "Update a connection",
		transaction: "own",
		currentScopesOnly: true,
		path: idParameter,
		body: { schema: updateConnectionRequest },
		response: changedConnectionResponse,
		refusals: [404],
		description:
			"Without `display_name`, the connection's name becomes its display name. `options` require update:connections_options.",
		async run(service, { path: { id }, body, caller, record }) {
			if (body.options !== undefined) requirePart(caller, "changed connection options");
			// Before the transaction, which must not make a key.
			const { origin } = await requireConnection(service.database, id);
			const certificate = origin === null ? null : await service.seed.providerCertificate();
			const sent = body.options && sentOptions(body.options, service.now());
			const row = await inTransaction(service.database, async (database) => {
				const stored = await changeRow(
					() => requireConnection(database, id),
					(before) =>
						changedConnection(
							service,
							database,
							before,
							{ display_name: before.name, ...body, options: sent?.options },
							certificate,
						),
					(after) => replaceConnection(database, after),
				);
				await record(database);
				return stored;
			});
			return afterCommit(() => changedResponse(service, row, caller, sent?.leftOut ?? []));
		},
	}),
	// With all of its users.
	operation("delete_connections_by_id", {
		action: "Delete a connection",
		path: idParameter,
		status: 202,
		response: z.strictObject({ deleted_at: timeText }),
		mayBeEmpty: true,
		transaction: "own",
		async run(service, { path: { id }, record }) {
			const { database } = service;
			const known = await findConnection(database, id);
			// What waits would be stored afterwards.
			await service.log.flush();
			if (known) await removeUsersOfConnectionFromLog(database, known.name);
			return inTransaction(database, async (transaction) => {
				const row = await findConnection(transaction, id);
				if (row) await deleteConnection(transaction, row);
				const result = row ? { deleted_at: service.now().toISOString() } : undefined;
				await record(transaction, result);
				return result;
			});
		},
	}),
];

/** @throws Refusal 404 */
export async function requireConnection(database: IdentityServiceDatabase, id: string): Promise<ConnectionRow> {
	const row = await findConnection(database, id);
	if (!row) throw new Refusal(404, "inexistent_connection", "The connection does not exist");
	return row;
}

/**
 * A connection's row with the fields of a request, its options as they are stored; all others are unchanged.
 * @param certificate of a provider that comes with the service
 * @throws Refusal 400 on the field, 403 where the connection would sign users in to the console itself
 */
async function changedConnection(
	service: IdentityService,
	database: IdentityServiceDatabase,
	before: ConnectionRow,
	{ display_name, enabled_clients, show_as_button, realms, metadata, options: set }: UpdateConnectionRequest,
	certificate: string | null = null,
): Promise<ConnectionRow> {
	if (realms?.some((realm) => realm !== before.name)) {
		throw invalidField("realms", "No realm but the connection's name is offered");
	}
	const defaultClient = set?.idpinitiated?.client_id;
	const known = await possibleClients(database, [
		...(enabled_clients ?? []),
		...(defaultClient ? [defaultClient] : []),
	]);
	const unknown = enabled_clients?.filter((id) => !known.has(id)) ?? [];
	if (unknown.length > 0) throw clientsNotFound("enabled_clients", unknown);
	if (defaultClient && !known.has(defaultClient)) {
		throw invalidField("options.idpinitiated.client_id", `Client not found: ${defaultClient}`);
	}
	return {
		...before,
		...(display_name === undefined ? {} : { display_name }),
		...(enabled_clients === undefined ? {} : { enabled_clients: JSON.stringify(enabled_clients) }),
		...(show_as_button === undefined ? {} : { show_as_button: show_as_button ? 1 : 0 }),
		...(metadata === undefined ? {} : { metadata: JSON.stringify(metadata) }),
		...(set ? { options: storedOptions(service, set, certificate) } : {}),
	};
}

async function changedResponse(
	service: IdentityService,
	row: ConnectionRow,
	caller: Caller,
	leftOut: readonly string[],
): Promise<Record<string, unknown>> {
	const response = await connectionResponse(service, row, caller);
	return leftOut.length === 0 ? response : { ...response, warnings: leftOut };
}

/**
 * Those of the clients that exist. They are not deleted before the transaction ends.
 * @throws Refusal 403 where one is the console's own
 */
export async function possibleClients(
	transaction: IdentityServiceDatabase,
	clientIds: readonly string[],
): Promise<ReadonlySet<string>> {
	const clients = await lockedClients(transaction, clientIds);
	if (clients.some(isConsoleClient)) throw notAllowed("A connection cannot lead into the console itself.");
	return new Set(clients.map(({ client_id }) => client_id));
}

export function clientsNotFound(field: string, clientIds: readonly string[]): Refusal {
	return invalidField(field, `Clients not found: ${clientIds.join(",")}`);
}

function newConnectionRow({ now }: IdentityService, name: string): ConnectionRow {
	return {
		id: `con_${newIdentifier(ID_LENGTH)}`,
		name,
		name_key: name.toLowerCase(),
		strategy: SAML_STRATEGY,
		display_name: null,
		show_as_button: 1,
		enabled_clients: "[]",
		options: "{}",
		metadata: "{}",
		origin: null,
		created_at: now().toISOString(),
		revision: 0,
	};
}

/** Whether the name is that of a built-in connection. */
function isOwnConnection(name: string): boolean {
	return OWN_CONNECTIONS.some((own) => own.toLowerCase() === name.toLowerCase());
}

function nameExists(): Refusal {
	return new Refusal(409, "connection_name_already_exists", "A connection with the same name already exists");
}
