import "server-only";
import { isDeepStrictEqual } from "node:util";
import { type ConnectionResponse, connection } from "@/lib/contract/connection/connection";
import { CHANGED_CONNECTION_CLIENTS_MAX } from "@/lib/contract/connection/connection-limits";
import type {
	ChangeConnectionClientsRequest,
	CreateConnectionRequest,
	UpdateConnectionRequest,
} from "@/lib/contract/connection/connection-request";
import { changeOf, type NamedValues, partsOf } from "../../audit/changes";
import { requireActionPermission } from "../../session/session";
import { callManagement } from "../call/client";
import { ManagementError } from "../call/errors";
import { waitForRateLimit } from "../call/rate-pause";
import { lookUpChanged, lookUpCreated, lookUpDeleted, writeOrLookUp } from "../safe-writes";
import { noteName } from "../seen";
import { type ConnectionWithClients, getConnectionWithClients, readConnectionClients } from "./connection-clients";
import { requireOtherApplications, requireOtherSignIn } from "./console-sign-in";
import { findByName, getConnection, isSaml, labelOf } from "./read-connections";

/** Applications that are to use a connection (`status`), or not any more. */
export type ClientSwitch = ChangeConnectionClientsRequest[number];

/** What was not switched, and why; null: all of it was. */
export type NotSwitched = { switches: ClientSwitch[]; error: unknown } | null;

/**
 * Creates a connection, then lets applications use it; where a response got lost, looks it up: the connection by its name,
 * which is unique.
 * @param clients identifiers
 * @throws SessionError, ProtectedError, ManagementError where it was not created; `outcomeUnknown` only when a look-up was not
 * conclusive either
 */
export async function createConnection(
	body: CreateConnectionRequest,
	clients: readonly string[],
): Promise<{ connection: ConnectionResponse; notSwitched: NotSwitched }> {
	await requireActionPermission("changeProviders");
	requireOtherApplications([...clients, ...namedIn(body)]);
	const audit = { target: body.name, after: partsOf(body), createdId: ({ id }: ConnectionResponse) => id };
	const created = await writeOrLookUp(
		async () => {
			const made = await callManagement("post_connections", { body, schema: connection, audit });
			noteName(made.id, labelOf(made));
			return made;
		},
		() =>
			lookUpCreated(
				() => findByName(body.name),
				(found) => isLike(found, body),
			),
	);
	const switches = clients.map((client_id) => ({ client_id, status: true }));
	const { notSwitched } = await switchClients(created, switches);
	return { connection: created, notSwitched };
}

/**
 * Changes a connection, then its applications, each where there is something to change; where a response got lost, reads it
 * again.
 * @param stored as it was read in this request
 * @param clients the applications that are to use it; absent: as they are
 * @returns the response, `{}` where only applications were changed, and the applications as far as they were
 * @throws SessionError, ProtectedError, ManagementError where nothing was changed; `outcomeUnknown` only when reading again
 * failed too
 */
export async function updateConnection(
	stored: ConnectionWithClients,
	body: UpdateConnectionRequest,
	clients: readonly string[] = stored.clients ?? [],
): Promise<{ response: Partial<ConnectionResponse>; clients: string[]; notSwitched: NotSwitched }> {
	await requireActionPermission("changeProviders");
	const before = stored.clients ?? [];
	const added = clients.filter((id) => !before.includes(id));
	const removed = before.filter((id) => !clients.includes(id));
	await requireOtherSignIn(stored, [...added, ...namedIn(body)]);
	const isChanged = Object.keys(body).length > 0;
	const response = isChanged ? await patchConnection(stored, body) : {};
	const { done, notSwitched } = await switchClients(stored, [
		...removed.map((client_id) => ({ client_id, status: false })),
		...added.map((client_id) => ({ client_id, status: true })),
	]);
	if (notSwitched && !isChanged && done.length === 0) throw notSwitched.error;
	const { clients: off } = clientsOf(done, false);
	const kept = before.filter((id) => !off.includes(id));
	return { response, clients: [...kept, ...clientsOf(done, true).clients], notSwitched };
}

/** The applications that a body lets use the connection, the one of a sign-in that the provider begins among them. */
function namedIn({ enabled_clients = [], options }: UpdateConnectionRequest): string[] {
	const begun = options?.idpinitiated?.client_id;
	return begun ? [...enabled_clients, begun] : enabled_clients;
}

/** A tenant replaces a display name that is not sent by the name: so each request carries it, or where none is stored the name. */
async function patchConnection(stored: ConnectionResponse, changed: UpdateConnectionRequest) {
	const { id } = stored;
	const display_name = stored.display_name || stored.name;
	const body = { ...(display_name && { display_name }), ...changed };
	const called = { name: labelOf(stored), renamedTo: body.display_name };
	const audit = { ...called, ...changeOf("identity provider", { ...stored, display_name }, body, partsOf) };
	await waitForRateLimit();
	return writeOrLookUp(
		() => callManagement("patch_connections_by_id", { path: { id }, body, schema: connection, audit }),
		() =>
			lookUpChanged(
				(withinMs) => getConnection(id, withinMs),
				(found) => isDone(stored, body, found),
			),
	);
}

/** In requests of limited size, up to the first one that fails. A response has no content, so a lost one is looked up. */
async function switchClients(
	stored: ConnectionResponse,
	switches: readonly ClientSwitch[],
): Promise<{ done: ClientSwitch[]; notSwitched: NotSwitched }> {
	const { id } = stored;
	for (let start = 0; start < switches.length; start += CHANGED_CONNECTION_CLIENTS_MAX) {
		const body = switches.slice(start, start + CHANGED_CONNECTION_CLIENTS_MAX);
		const changes = { before: partsOf(clientsOf(body, false)), after: partsOf(clientsOf(body, true)) };
		const audit = { name: labelOf(stored), ...changes };
		try {
			await waitForRateLimit();
			await writeOrLookUp<unknown>(
				() => callManagement("patch_connection_clients", { path: { id }, body, audit }),
				() =>
					lookUpChanged(
						(withinMs) => readConnectionClients(id, withinMs),
						({ items }) => body.every(({ client_id, status }) => items.includes(client_id) === status),
					),
			);
		} catch (error) {
			return { done: switches.slice(0, start), notSwitched: { switches: switches.slice(start), error } };
		}
	}
	return { done: [...switches], notSwitched: null };
}

function clientsOf(switches: readonly ClientSwitch[], status: boolean): { clients: string[] } {
	return { clients: switches.filter((each) => each.status === status).map(({ client_id }) => client_id) };
}

/**
 * Deletes a SAML connection with its users; where the response got lost, looks it up.
 * @throws SessionError, ProtectedError, ManagementError; `outcomeUnknown` only when looking it up failed too
 */
export async function deleteConnection(id: string): Promise<void> {
	await requireActionPermission("changeProviders");
	const stored = await getConnectionWithClients(id);
	if (!isSaml(stored)) throw new ManagementError("not-found");
	await requireOtherSignIn(stored, []);
	// The name is deleted with the connection: afterwards only the trail has it.
	const audit = { name: labelOf(stored) };
	await waitForRateLimit();
	await writeOrLookUp(
		() => callManagement("delete_connections_by_id", { path: { id }, audit }),
		() => lookUpDeleted((withinMs) => getConnection(id, withinMs)),
	);
}

/** Certificates are returned in another form than they are sent in. Options that the console may not read don't tell. */
function isLike({ display_name, options }: ConnectionResponse, sent: CreateConnectionRequest): boolean {
	const isSame = (name: "issuer" | "signInEndpoint") => (options?.[name] ?? undefined) === sent.options?.[name];
	return (
		(display_name ?? undefined) === sent.display_name && (!options || (isSame("issuer") && isSame("signInEndpoint")))
	);
}

/**
 * Options are compared with those before: they are returned in another form than they are sent in. Null: what was found leaves
 * out something of what was sent.
 */
function isDone(stored: ConnectionResponse, body: UpdateConnectionRequest, found: ConnectionResponse): boolean | null {
	const { options, ...others } = body;
	const named: NamedValues = found;
	if (Object.keys(body).some((name) => named[name] === undefined)) return null;
	return (
		Object.entries(others).every(([name, value]) => isDeepStrictEqual(named[name], value)) &&
		(!options || !isDeepStrictEqual(found.options, stored.options))
	);
}
