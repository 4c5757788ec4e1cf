import { z } from "zod";
import { SAML_STRATEGY } from "@/lib/contract/connection/connection-limits";
import { createConnectionRequest, updateConnectionRequest } from "@/lib/contract/connection/connection-request";
import { PAGE_SIZE_DEFAULT } from "@/lib/contract/limits";
import { inTransaction } from "@/lib/database/in-transaction";
import { SAMPLE_ORIGIN } from "../../connections/connection-options";
import { OWN_CONNECTIONS } from "../../connections/own-connections";
import type { IdentityService } from "../../context/identity-service";
import { newIdentifier } from "../../context/new-identifier";
import { afterCommit } from "../../http/failure";
import { Refusal } from "../../http/refusal";
import { deletePeopleOfConnection } from "../../store/connection-people";
import { type ConnectionRow, deleteConnection, insertConnection, listConnections } from "../../store/connections";
import { decodeCheckpoint, encodeCheckpoint } from "../checkpoint";
import { operation } from "../operation";
import {
	checkpointParameters,
	fieldParameters,
	lookupText,
	noParameters,
	pageParameters,
	pickFields,
	severalTexts,
	totalsOf,
} from "../parameters";
import { changedConnection } from "./changed-connection";
import { connection, connectionAnswer } from "./connection-answer";
import { changeConnection, requireConnection } from "./stored-connection";

const ID_LENGTH = 16;
const path = z.strictObject({ id: lookupText });

export const listConnectionsOperation = operation("get_connections", {
	path: noParameters,
	query: z.strictObject({
		...pageParameters,
		from: checkpointParameters.from,
		take: checkpointParameters.take.unwrap().optional(),
		...fieldParameters,
		strategy: severalTexts.meta({ description: "One or several, repeated or with commas" }).optional(),
		name: lookupText.optional(),
	}),
	status: 200,
	answer: z.union([
		z.array(connection),
		totalsOf("connections", connection),
		z.strictObject({ connections: z.array(connection), next: z.string().optional() }),
	]),
	async run(service, { query }) {
		const { strategy, name, take, from } = query;
		const all = (await listConnections(service.database))
			.filter((row) => strategy === undefined || strategy.includes(row.strategy))
			.filter((row) => name === undefined || row.name === name);
		const answers = (rows: ConnectionRow[]) =>
			Promise.all(rows.map(async (row) => pickFields(await connectionAnswer(service, row), query)));
		if (take !== undefined || from !== undefined) {
			const list = ["connections", strategy ? JSON.stringify(strategy) : null, name ?? null];
			const [after] = decodeCheckpoint(service, list, from) ?? [];
			const rest = all.filter((row) => after === undefined || row.name > after);
			const shown = rest.slice(0, take ?? PAGE_SIZE_DEFAULT);
			const last = rest.length > shown.length ? shown.at(-1) : undefined;
			const next = last ? { next: encodeCheckpoint(service, list, [last.name]) } : {};
			return { connections: await answers(shown), ...next };
		}
		const { page, per_page, include_totals } = query;
		const start = page * per_page;
		const connections = await answers(all.slice(start, start + per_page));
		return include_totals
			? { start, limit: per_page, length: connections.length, total: all.length, connections }
			: connections;
	},
});

export const getConnectionOperation = operation("get_connections_by_id", {
	path,
	query: z.strictObject(fieldParameters),
	status: 200,
	answer: connection,
	refusals: [404],
	async run(service, { path: { id }, query }) {
		return pickFields(await connectionAnswer(service, await requireConnection(service.database, id)), query);
	},
});

export const createConnectionOperation = operation("post_connections", {
	path: noParameters,
	query: noParameters,
	body: { schema: createConnectionRequest, form: null },
	status: 201,
	answer: connection,
	refusals: [409],
	async run(service, { body: { name, strategy: _, ...request } }) {
		if (isOwnConnection(name)) throw nameExists();
		const blank = newConnectionRow(service, name);
		const row = await inTransaction(service.database, async (transaction) => {
			const made = await changedConnection(service, transaction, blank, { options: {}, ...request });
			if (!(await insertConnection(transaction, made))) throw nameExists();
			// Whoever was signing in through one of this name while it was deleted is nobody here.
			await deletePeopleOfConnection(transaction, name);
			return made;
		});
		return afterCommit(() => connectionAnswer(service, row));
	},
});

export const updateConnectionOperation = operation("patch_connections_by_id", {
	path,
	query: noParameters,
	body: { schema: updateConnectionRequest, form: null },
	status: 200,
	answer: connection,
	refusals: [404],
	async run(service, { path: { id }, body }) {
		// Before the transaction, which must not make a key.
		const { origin } = await requireConnection(service.database, id);
		const certificate = origin === SAMPLE_ORIGIN ? await service.sample.providerCertificate() : null;
		const row = await changeConnection(service, id, (before, database) =>
			changedConnection(service, database, before, body, certificate),
		);
		return afterCommit(() => connectionAnswer(service, row));
	},
});

/** With everybody who comes through it. */
export const deleteConnectionOperation = operation("delete_connections_by_id", {
	path,
	query: noParameters,
	status: 204,
	async run(service, { path: { id } }) {
		await inTransaction(service.database, async (transaction) => {
			const row = await requireConnection(transaction, id).catch(nullWhereNone);
			if (row) await deleteConnection(transaction, row);
		});
	},
});

function newConnectionRow({ now }: IdentityService, name: string): ConnectionRow {
	return {
		...{ id: `con_${newIdentifier(ID_LENGTH)}`, name, name_key: name.toLowerCase(), strategy: SAML_STRATEGY },
		...{ display_name: null, show_as_button: 1, enabled_clients: "[]", options: "{}", metadata: "{}" },
		...{ origin: null, created_at: now().toISOString(), revision: 0 },
	};
}

/** Names of the ways in which this service signs people in itself. */
function isOwnConnection(name: string): boolean {
	return OWN_CONNECTIONS.some((own) => own.toLowerCase() === name.toLowerCase());
}

function nameExists(): Refusal {
	return new Refusal(409, "connection_name_already_exists", "A connection with the same name already exists");
}

function nullWhereNone(error: unknown): null {
	if (error instanceof Refusal && error.status === 404) return null;
	throw error;
}
