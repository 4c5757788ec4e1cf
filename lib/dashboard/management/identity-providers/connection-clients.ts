import "server-only";
import {
	type ConnectionResponse,
	clientConnectionPage,
	connectionClientPage,
} from "@/lib/contract/connection/connection";
import { CONNECTION_CLIENTS_MAX } from "@/lib/contract/connection/connection-limits";
import { callManagement } from "../call/client";
import { ManagementError } from "../call/errors";
import { readCheckpointList } from "../list-pages";
import { noteName } from "../seen";
import { getConnection, labelOf, SUMMARY } from "./read-connections";

/** Of either list. */
const TAKE = 50;
/** Each has a name, a strategy and little more. */
const CONNECTIONS_MAX = 1000;

/** `isWhole`: there are no more than these, and none that could not be read (`unreadable`). */
export type PartOfList<Item> = { items: Item[]; unreadable: number; isWhole: boolean };

/**
 * The applications that users may sign in to through a connection: identifiers, up to `CONNECTION_CLIENTS_MAX`.
 * @param withinMs total time, where less than usual is left. @throws SessionError, ManagementError
 */
export async function readConnectionClients(id: string, withinMs?: number): Promise<PartOfList<string>> {
	const { items, unreadable, hasMore } = await readCheckpointList(async (from) => {
		const call = { path: { id }, query: { take: TAKE, from }, schema: connectionClientPage, withinMs };
		const page = await callManagement("get_connection_clients", call);
		return { ...page, items: page.clients.map(({ client_id }) => client_id) };
	}, CONNECTION_CLIENTS_MAX);
	return { items: [...new Set(items)], unreadable, isWhole: !hasMore && unreadable === 0 };
}

/** The connections that users may sign in to an application through, without options. @throws SessionError, ManagementError */
export async function readClientConnections(clientId: string): Promise<PartOfList<ConnectionResponse>> {
	const { items, unreadable, hasMore } = await readCheckpointList(async (from) => {
		const query = { ...SUMMARY, take: TAKE, from };
		const call = { path: { id: clientId }, query, schema: clientConnectionPage };
		const page = await callManagement("get_client_connections", call);
		return { ...page, items: page.connections };
	}, CONNECTIONS_MAX);
	for (const one of items) noteName(one.id, labelOf(one));
	return { items, unreadable, isWhole: !hasMore && unreadable === 0 };
}

/** A connection with the applications that may use it. */
export type ConnectionWithClients = ConnectionResponse & {
	/** Identifiers; absent where they can't be read. */
	clients?: readonly string[];
	/** Why they can't: the end of a sentence. */
	clientsUnread?: string;
	/** There are more than these. */
	hasMoreClients?: boolean;
};

/** @throws SessionError, ManagementError where the connection itself can't be read */
export async function getConnectionWithClients(id: string): Promise<ConnectionWithClients> {
	const [connection, clients] = await Promise.all([getConnection(id), orError(readConnectionClients(id))]);
	if (clients instanceof ManagementError) return { ...connection, clientsUnread: unreadInWords(clients) };
	return { ...connection, clients: clients.items, hasMoreClients: !clients.isWhole };
}

/** The end of a sentence. @param items "applications" */
export function beyond(items: string): string {
	return `there are more than the ${CONNECTION_CLIENTS_MAX.toLocaleString("en")} ${items} that this console reads`;
}

/** A value, or the error that stands in its place. @throws SessionError */
export function orError<Value>(read: Promise<Value>): Promise<Value | ManagementError> {
	return read.catch((error: unknown) => {
		if (error instanceof ManagementError) return error;
		throw error;
	});
}

/** Why something can't be read: the end of a sentence. */
export function unreadInWords({ kind, scopes, status, serviceMessage }: ManagementError): string {
	if (kind === "scope" && scopes) return `the tenant has not granted this console ${scopes}`;
	if (kind === "not-found") return "the tenant has nothing at this URL (404)";
	if (kind === "not-understood") return "the tenant's response was not understood";
	if (serviceMessage) return `the tenant answered ${status ?? ""} “${serviceMessage}”`;
	return status ? `the tenant answered with an error (${status})` : "the tenant gave no usable response";
}
