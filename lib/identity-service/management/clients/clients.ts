import { z } from "zod";
import { CLIENT_NAME_LENGTH_MAX } from "@/lib/contract/client/client-limits";
import {
	createClientRequest,
	type UpdateClientRequest,
	updateClientRequest,
} from "@/lib/contract/client/client-request";
import { ENDS } from "@/lib/contract/log-entry";
import { inTransaction } from "@/lib/database/in-transaction";
import type { IdentityService } from "../../context/identity-service";
import type { Caller } from "../../context/service-request";
import { afterCommit } from "../../http/failure";
import { Refusal } from "../../http/refusal";
import { newClientSecret, sealedClientSecret } from "../../keys/client-secret";
import { newIdentifier } from "../../keys/derived";
import { logRevocations } from "../../log/endings";
import {
	type ClientFilter,
	type ClientRow,
	countClients,
	findClient,
	insertClient,
	listClients,
	replaceClient,
} from "../../store/clients";
import { deleteClient } from "../../store/delete-client";
import { changeRow } from "../../store/rows";
import type { IdentityServiceDatabase } from "../../store/schema";
import { operation, type RecordEntry } from "../operation";
import { listPage, listParameters, pageOf } from "../paging";
import { booleanText, fieldParameters, idParameter, lookupText, pickFields } from "../resource";
import { unsupportedSearch } from "../validation";
import { changedClient, newClientRow } from "./changed-client";
import { changedFields } from "./changed-fields";
import { notAllowed, requirePrivileges } from "./client-privileges";
import { client, clientResponse, wholeResponse, withSecret } from "./client-response";

const CLIENT_ID_LENGTH = 32;

export const clientOperations = [
	operation("get_clients", {
		currentScopesOnly: true,
		query: z.strictObject({
			...listParameters,
			...fieldParameters,
			is_global: booleanText.optional(),
			is_first_party: booleanText.optional(),
			app_type: lookupText
				.max(CLIENT_NAME_LENGTH_MAX)
				.meta({ description: "One or several, separated by commas" })
				.optional(),
			q: lookupText.meta({ description: "Not supported: it searches by organization" }).optional(),
		}),
		response: pageOf("clients", client),
		async run(service, { query, caller }) {
			if (query.q !== undefined) throw unsupportedSearch(query.q);
			const filter: ClientFilter = {
				global: query.is_global,
				firstParty: query.is_first_party,
				appTypes: query.app_type?.split(",").filter(Boolean),
			};
			const { database } = service;
			return listPage<ClientRow>(
				service,
				"clients",
				query,
				{
					id: ["clients", JSON.stringify(filter)],
					after(position, limit) {
						const [name, clientId] = position ?? [];
						const after = name !== undefined && clientId !== undefined ? { name, clientId } : null;
						return listClients(database, filter, limit, { after });
					},
					positionOf: (row) => [row.name, row.client_id],
					page: (offset, limit) => listClients(database, filter, limit, { offset }),
					count: () => countClients(database, filter),
				},
				(row) => clientResponse(service, row, caller),
			);
		},
	}),
	// The response includes the secret, which the caller needs and may not be allowed to read later.
	operation("post_clients", {
		action: "Create a client",
		transaction: "own",
		currentScopesOnly: true,
		body: { schema: createClientRequest },
		response: client,
		async run(service, { body, record }) {
			const clientId = newIdentifier(CLIENT_ID_LENGTH);
			const blank = newClientRow(clientId, body.app_type ?? "regular_web", service.now().toISOString());
			const sealed_secret = await sealedClientSecret(body.client_secret ?? newClientSecret(), service.secrets);
			const row = { ...changedClient(blank, body), sealed_secret };
			await inTransaction(service.database, async (transaction) => {
				await insertClient(transaction, row);
				await record(transaction);
			});
			return withSecret(service, row, wholeResponse(service, row));
		},
	}),
	operation("get_clients_by_id", {
		currentScopesOnly: true,
		path: idParameter,
		query: z.strictObject(fieldParameters),
		response: client,
		refusals: [404],
		async run(service, { path: { id }, query, caller }) {
			return pickFields(await clientResponse(service, await requireClient(service.database, id), caller), query);
		},
	}),
	operation("patch_clients_by_id", {
		action: "Update a client",
		transaction: "own",
		currentScopesOnly: true,
		path: idParameter,
		body: { schema: updateClientRequest },
		response: client,
		refusals: [404],
		async run(service, { path: { id }, body, ...by }) {
			const { caller } = by;
			const row = await changeClient(service, id, by, async (before) => {
				const changed = changedFields(service, before, await clientResponse(service, before, caller), body);
				const fields = Object.keys(changed);
				return fields.length === 0 ? null : { fields, apply: () => changedRow(service, before, changed) };
			});
			return clientResponse(service, row, caller);
		},
	}),
	operation("delete_clients_by_id", {
		action: "Delete a client",
		transaction: "own",
		currentScopesOnly: true,
		path: idParameter,
		async run(service, { path: { id }, caller, requester, record }) {
			const because = { ...requester, description: ENDS.applicationDeleted };
			const deleted = await inTransaction(service.database, async (transaction) => {
				const row = await findClient(transaction, id);
				if (row) {
					requirePrivileges(service, row, caller);
					if (row.client_id === caller.clientId) throw notAllowed("An application cannot delete itself.");
					await deleteClient(transaction, row, (tokens) => logRevocations(service, transaction, tokens, because));
				}
				await record(transaction);
				return row;
			});
			if (deleted) await afterCommit(() => service.seed.listCredentials(deleted.client_id));
		},
	}),
	// The new secret is valid at once, the previous one no longer.
	operation("post_rotate-secret", {
		action: "Rotate a client secret",
		transaction: "own",
		currentScopesOnly: true,
		path: idParameter,
		status: 200,
		response: client,
		refusals: [404],
		async run(service, { path: { id }, ...by }) {
			const sealed_secret = await sealedClientSecret(newClientSecret(), service.secrets);
			const row = await changeClient(service, id, by, (before) => ({
				apply: () => ({ ...before, sealed_secret }),
			}));
			return withSecret(service, row, wholeResponse(service, row));
		},
	}),
];

/** @throws Refusal 404 */
export async function requireClient(database: IdentityServiceDatabase, clientId: string): Promise<ClientRow> {
	const row = await findClient(database, clientId);
	if (!row) throw new Refusal(404, "inexistent_client", "The client does not exist");
	return row;
}

async function changedRow(
	{ secrets }: IdentityService,
	before: ClientRow,
	request: UpdateClientRequest,
): Promise<ClientRow> {
	const after = changedClient(before, request);
	const { client_secret: secret } = request;
	return secret === undefined ? after : { ...after, sealed_secret: await sealedClientSecret(secret, secrets) };
}

/** What a request would change of a client. */
type ClientChange = {
	/** Their names in the interface; absent where the secret or the grants change. */
	fields?: readonly string[];
	apply: () => ClientRow | Promise<ClientRow>;
};

/**
 * Changes a client, and writes the operation's entry; two changes at the same moment are both applied.
 * @param propose from the stored row, null where nothing would change; called again where another change was first
 * @returns the stored row
 * @throws Refusal 404, 403 where the caller lacks privileges, and what `apply` throws
 */
export async function changeClient(
	service: IdentityService,
	clientId: string,
	{ caller, record }: { caller: Caller; record: RecordEntry },
	propose: (before: ClientRow) => ClientChange | null | Promise<ClientChange | null>,
): Promise<ClientRow> {
	const changed = async (before: ClientRow) => {
		const change = await propose(before);
		if (!change) return before;
		requirePrivileges(service, before, caller, change.fields);
		return change.apply();
	};
	const row = await inTransaction(service.database, async (database) => {
		const stored = await changeRow(
			() => requireClient(database, clientId),
			changed,
			(after) => replaceClient(database, after),
		);
		await record(database);
		return stored;
	});
	await afterCommit(() => service.seed.listCredentials(row.client_id));
	return row;
}
