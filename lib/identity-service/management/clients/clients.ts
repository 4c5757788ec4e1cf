import { z } from "zod";
import { CLIENT_NAME_LENGTH_MAX } from "@/lib/contract/client/client-limits";
import {
	createClientRequest,
	type UpdateClientRequest,
	updateClientRequest,
} from "@/lib/contract/client/client-request";
import { PAGE_SIZE_DEFAULT } from "@/lib/contract/limits";
import { inTransaction } from "@/lib/database/in-transaction";
import type { IdentityService } from "../../context/identity-service";
import { newIdentifier } from "../../context/new-identifier";
import { afterCommit } from "../../http/failure";
import { Refusal } from "../../http/refusal";
import { newClientSecret, sealedClientSecret } from "../../keys/client-secret";
import {
	type ClientFilter,
	type ClientRow,
	countClients,
	deleteClient,
	findClient,
	insertClient,
	listClients,
	listClientsAfter,
} from "../../store/clients";
import { decodeCheckpoint, encodeCheckpoint } from "../checkpoint";
import { operation } from "../operation";
import {
	booleanText,
	checkpointParameters,
	fieldParameters,
	lookupText,
	noParameters,
	pageParameters,
	pickFields,
	totalsOf,
} from "../parameters";
import { changedClient, newClientRow } from "./changed-client";
import { client, clientAnswer, wholeAnswer, withSecret } from "./client-answer";
import { requirePrivileges } from "./client-privileges";
import { changeClient, requireClient } from "./stored-client";

const CLIENT_ID_LENGTH = 32;
const path = z.strictObject({ id: lookupText });
const LIST = ["clients"];

export const listClientsOperation = operation("get_clients", {
	path: noParameters,
	query: z.strictObject({
		...pageParameters,
		from: checkpointParameters.from,
		take: checkpointParameters.take.unwrap().optional(),
		...fieldParameters,
		is_global: booleanText.optional(),
		is_first_party: booleanText.optional(),
		app_type: lookupText.max(CLIENT_NAME_LENGTH_MAX).meta({ description: "One or several, with commas" }).optional(),
		q: lookupText.meta({ description: "Refused: its searches are about organizations" }).optional(),
	}),
	status: 200,
	answer: z.union([
		z.array(client),
		totalsOf("clients", client),
		z.strictObject({ clients: z.array(client), next: z.string().optional() }),
	]),
	async run(service, { query, caller }) {
		if (query.q !== undefined) throw unsupportedSearch(query.q);
		const filter: ClientFilter = {
			global: query.is_global,
			firstParty: query.is_first_party,
			appTypes: query.app_type?.split(",").filter(Boolean),
		};
		const answers = (rows: ClientRow[]) =>
			Promise.all(rows.map(async (row) => pickFields(await clientAnswer(service, row, caller), query)));
		if (query.take !== undefined || query.from !== undefined) {
			const { rows, next } = await checkpointPage(service, filter, query.from, query.take ?? PAGE_SIZE_DEFAULT);
			return { clients: await answers(rows), ...next };
		}
		const { page, per_page, include_totals } = query;
		const start = page * per_page;
		const clients = await answers(await listClients(service.database, filter, start, per_page));
		if (!include_totals) return clients;
		const total = await countClients(service.database, filter);
		return { start, limit: per_page, length: clients.length, total, clients };
	},
});

export const getClientOperation = operation("get_clients_by_id", {
	path,
	query: z.strictObject(fieldParameters),
	status: 200,
	answer: client,
	refusals: [404],
	async run(service, { path: { id }, query, caller }) {
		return pickFields(await clientAnswer(service, await requireClient(service.database, id), caller), query);
	},
});

/** The answer holds the secret: whoever made the application needs it, and no other answer shows it to them again. */
export const createClientOperation = operation("post_clients", {
	path: noParameters,
	query: noParameters,
	body: { schema: createClientRequest, form: null },
	status: 201,
	answer: client,
	async run(service, { body }) {
		const clientId = newIdentifier(CLIENT_ID_LENGTH);
		const blank = newClientRow(clientId, body.app_type ?? "regular_web", service.now().toISOString());
		const sealed_secret = await sealedClientSecret(body.client_secret ?? newClientSecret(), service.secrets);
		const row = { ...changedClient(blank, body), sealed_secret };
		await insertClient(service.database, row);
		return withSecret(service, row, wholeAnswer(service, row));
	},
});

export const updateClientOperation = operation("patch_clients_by_id", {
	path,
	query: noParameters,
	body: { schema: updateClientRequest, form: null },
	status: 200,
	answer: client,
	refusals: [404],
	async run(service, { path: { id }, body, caller }) {
		const change = async (before: ClientRow, changed: UpdateClientRequest) => {
			const after = changedClient(before, changed);
			const { client_secret: secret } = changed;
			return secret === undefined
				? after
				: { ...after, sealed_secret: await sealedClientSecret(secret, service.secrets) };
		};
		const row = await changeClient(service, id, caller, change, body);
		return clientAnswer(service, row, caller);
	},
});

export const deleteClientOperation = operation("delete_clients_by_id", {
	path,
	query: noParameters,
	status: 204,
	async run(service, { path: { id }, caller }) {
		const deleted = await inTransaction(service.database, async (transaction) => {
			const row = await findClient(transaction, id);
			if (!row) return null;
			requirePrivileges(service, row, caller);
			if (row.client_id === caller.clientId) throw notOneself();
			await deleteClient(transaction, row);
			return row;
		});
		if (deleted) await afterCommit(() => service.sample.clientChanged(deleted));
	},
});

/** The new secret counts from now on, the one before it no more. */
export const rotateClientSecretOperation = operation("post_rotate-secret", {
	path,
	query: noParameters,
	status: 200,
	answer: client,
	refusals: [404],
	async run(service, { path: { id }, caller }) {
		const sealed_secret = await sealedClientSecret(newClientSecret(), service.secrets);
		const row = await changeClient(service, id, caller, (before) => ({ ...before, sealed_secret }));
		return withSecret(service, row, wholeAnswer(service, row));
	},
});

/** One row more than asked for tells whether another page follows. */
async function checkpointPage(service: IdentityService, filter: ClientFilter, from: string | undefined, take: number) {
	const list = [...LIST, JSON.stringify(filter)];
	const [name, clientId] = decodeCheckpoint(service, list, from) ?? [];
	const after = name !== undefined && clientId !== undefined ? { name, clientId } : null;
	const found = await listClientsAfter(service.database, filter, after, take + 1);
	const rows = found.slice(0, take);
	const last = found.length > take ? rows.at(-1) : undefined;
	return { rows, next: last ? { next: encodeCheckpoint(service, list, [last.name, last.client_id]) } : {} };
}

function notOneself(): Refusal {
	return new Refusal(403, "operation_not_supported", "An application cannot delete itself.");
}

function unsupportedSearch(query: string): Refusal {
	return new Refusal(
		400,
		"invalid_query_string",
		`Query validation error: 'Unsupported search syntax: ${query}' on property q.`,
	);
}
