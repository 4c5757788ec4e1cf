import "server-only";
import { performance } from "node:perf_hooks";
import { isDeepStrictEqual } from "node:util";
import { type ConnectionResponse, connection } from "@/lib/contract/connection/connection";
import type { CreateConnectionRequest, UpdateConnectionRequest } from "@/lib/contract/connection/connection-request";
import { isJsonObject } from "@/lib/contract/safe-object";
import { changeOf, type NamedValues, partsOf, settingsByPath } from "../../audit/changes";
import { dashboardConfig } from "../../config";
import { logInRequest } from "../../request/request-id";
import { requireActionPermission } from "../../session/session";
import { ProtectedError } from "../applications/protection";
import { callManagement, LOOK_UP_WITHIN_MS } from "../call/client";
import { waitForRateLimit } from "../call/send";
import { lookUpChanged, lookUpCreated, lookUpDeleted, writeOrLookUp } from "../look-up";
import { noteName } from "../seen-names";
import { getConnection, labelOf, listConnections } from "./read-connections";

/**
 * Creates a connection; where the response got lost, looks it up by its name, which is unique.
 * @throws SessionError, ProtectedError, ManagementError; `outcomeUnknown` only when a look-up was not conclusive either
 */
export async function createConnection(body: CreateConnectionRequest): Promise<ConnectionResponse> {
	await requireActionPermission("changeProviders");
	requireOthers(body.enabled_clients);
	const audit = { target: body.name, after: partsWithOptions(body), createdId: ({ id }: ConnectionResponse) => id };
	return writeOrLookUp(
		async () => {
			const created = await callManagement("post_connections", { body, schema: connection, audit });
			noteName(created.id, labelOf(created));
			return created;
		},
		() =>
			lookUpCreated(
				() => findByName(body.name),
				(found) => isLike(found, body),
			),
	);
}

/**
 * Changes a connection; where the response got lost, reads it again.
 * @param current as it was read in this request
 * @throws SessionError, ProtectedError, ManagementError; `outcomeUnknown` only when reading again failed too
 */
export async function updateConnection(
	current: ConnectionResponse,
	body: UpdateConnectionRequest,
): Promise<ConnectionResponse> {
	await requireActionPermission("changeProviders");
	requireOthers(current.enabled_clients);
	requireOthers(body.enabled_clients);
	const { id } = current;
	const called = { name: labelOf(current), renamedTo: body.display_name };
	const audit = { ...called, ...changeOf(current, body, partsWithOptions) };
	await waitForRateLimit();
	return writeOrLookUp(
		() => callManagement("patch_connections_by_id", { path: { id }, body, schema: connection, audit }),
		() =>
			lookUpChanged(
				(withinMs) => getConnection(id, withinMs),
				(found) => isDone(current, body, found),
			),
	);
}

/**
 * Deletes a connection with its users; where the response got lost, looks it up.
 * @throws SessionError, ProtectedError, ManagementError; `outcomeUnknown` only when looking it up failed too
 */
export async function deleteConnection(id: string): Promise<void> {
	await requireActionPermission("changeProviders");
	const current = await getConnection(id);
	requireOthers(current.enabled_clients);
	// The name is deleted with the connection: afterwards only the trail has it.
	const audit = { name: labelOf(current) };
	await waitForRateLimit();
	await writeOrLookUp(
		() => callManagement("delete_connections_by_id", { path: { id }, audit }),
		() => lookUpDeleted((withinMs) => getConnection(id, withinMs)),
	);
}

/** @returns null where there is none, undefined where there are too many to look through in time, or too large ones */
async function findByName(name: string): Promise<ConnectionResponse | null | undefined> {
	const end = performance.now() + LOOK_UP_WITHIN_MS;
	for (let page = 0; performance.now() < end; page += 1) {
		const { connections, unread, hasMore } = await listConnections(page, Math.ceil(end - performance.now()));
		const found = connections.find((candidate) => candidate.name === name);
		if (found) return found;
		if (unread > 0) return undefined;
		if (!hasMore) return null;
	}
	return undefined;
}

/** Certificates are returned in another form than they are sent in, and a list may leave out properties. */
function isLike(
	found: ConnectionResponse,
	{ display_name, enabled_clients = [], options = {} }: CreateConnectionRequest,
) {
	const { issuer, signInEndpoint } = found.options ?? {};
	return (
		(found.display_name ?? undefined) === display_name &&
		isDeepStrictEqual(new Set(found.enabled_clients), new Set(enabled_clients)) &&
		(issuer ?? undefined) === options.issuer &&
		(signInEndpoint ?? undefined) === options.signInEndpoint
	);
}

/** Options are compared with those before: they are returned in another form than they are sent in. */
function isDone(current: ConnectionResponse, body: UpdateConnectionRequest, found: ConnectionResponse): boolean {
	const { options, enabled_clients: clients, ...others } = body;
	return (
		Object.entries(others).every(([name, value]) => isDeepStrictEqual((found as NamedValues)[name], value)) &&
		(!clients || isDeepStrictEqual(new Set(found.enabled_clients), new Set(clients))) &&
		(!options || !isDeepStrictEqual(found.options ?? {}, current.options ?? {}))
	);
}

/** Options by their names, as `options.idpinitiated.enabled`. */
function partsWithOptions({ options, enabled_clients, ...others }: NamedValues): NamedValues {
	const settings = isJsonObject(options) ? settingsByPath("options", options) : [];
	return { ...partsOf({ ...others, enabled_clients }), ...Object.fromEntries(settings) };
}

/** Whether one of the console's own applications uses a connection: a change to it would change who can sign in here. */
export function servesConsole(clients: readonly string[] | null | undefined): boolean {
	const { management, authentication } = dashboardConfig();
	return (clients ?? []).some((id) => id === management.clientId || id === authentication.clientId);
}

/** @throws ProtectedError where the console itself is among the applications */
function requireOthers(clients: readonly string[] | null | undefined): void {
	if (!servesConsole(clients)) return;
	logInRequest("warn", { clients }, "a write to a connection of the console itself was refused");
	throw new ProtectedError({ kind: "console-connection" });
}
