import { sql } from "kysely";
import { type ClientRow, clientSettings, clientsWithSetting, findClient, replaceClient, settingsText } from "./clients";
import { removeClientFromConnections } from "./connections";
import { deleteRows, inSteps, someOf } from "./delete-rows";
import { type DeletedToken, deleteTokensWhere } from "./refresh-tokens";
import { changeRow, lockForUpdate } from "./rows";
import type { IdentityServiceDatabase } from "./schema";
import { artifactsOfSessions } from "./session-artifacts";

/**
 * Deletes a client, all that was issued to it, and its name wherever others hold it; one that a start had
 * added is not added again. To be called in a transaction.
 * @param revoked is called with some of its refresh tokens that were deleted, until it had all
 */
export async function deleteClient(
	transaction: IdentityServiceDatabase,
	{ client_id: clientId, handle }: ClientRow,
	revoked: (tokens: readonly DeletedToken[]) => Promise<void>,
): Promise<void> {
	// First, since this waits for refresh tokens that are being issued to it at this moment; afterwards none can.
	const deletion = transaction.deleteFrom("clients").where("client_id", "=", clientId);
	const { numDeletedRows } = await deletion.executeTakeFirst();
	const isOfClient = sql<boolean>`client_id = ${clientId}`;
	await deleteIssued(transaction, clientId, revoked);
	await deleteRows(transaction, "login_codes", isOfClient);
	await deleteRows(transaction, "pending_sign_ups", isOfClient);
	await deleteRows(transaction, "password_resets", isOfClient);
	await removeClientFromConnections(transaction, clientId);
	await removeFromAllowedClients(transaction, clientId);
	if (numDeletedRows === 0n || handle === clientId) return;
	await transaction
		.insertInto("deleted_seeds")
		.values({ handle })
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

/** Deletes grants, codes, tokens and SAML participants, and the client's entries in the sessions that they belong to. */
async function deleteIssued(
	transaction: IdentityServiceDatabase,
	clientId: string,
	revoked: (tokens: readonly DeletedToken[]) => Promise<void>,
): Promise<void> {
	const isOfClient = sql<boolean>`client_id = ${clientId}`;
	await inSteps(transaction, async (first) => {
		const tokens = await deleteTokensWhere(transaction, someOf("refresh_tokens", isOfClient, first));
		await revoked(tokens);
		const owners = tokens.map(({ user_id }) => user_id);
		await removeFromSessions(transaction, owners, clientId);
		return tokens.length;
	});
	await inSteps(transaction, async (first) => {
		const artifacts = await transaction
			.deleteFrom("oidc_artifacts")
			.where(someOf("oidc_artifacts", isOfClient, first))
			.returning("account_id")
			.execute();
		const owners = artifacts.flatMap(({ account_id }) => account_id ?? []);
		await removeFromSessions(transaction, owners, clientId);
		return artifacts.length;
	});
}

/** A grant outlives the session that it was given in, so that its user's sessions are those that name the client. */
async function removeFromSessions(
	transaction: IdentityServiceDatabase,
	userIds: readonly string[],
	clientId: string,
): Promise<void> {
	// PostgreSQL has no empty list.
	if (userIds.length === 0) return;
	const sessions = transaction
		.selectFrom("sessions")
		.select(["id", "clients"])
		.where("user_id", "in", [...new Set(userIds)])
		.orderBy("user_id")
		.orderBy("id");
	// What requests in these sessions store at this moment is read, and stays.
	const locked = await lockForUpdate(transaction, sessions).execute();
	const named = locked.filter(({ clients }) => (JSON.parse(clients) as string[]).includes(clientId));
	for (const { id, clients } of named) {
		const left = (JSON.parse(clients) as string[]).filter((each) => each !== clientId);
		await transaction
			.updateTable("sessions")
			.set({ clients: JSON.stringify(left) })
			.where("id", "=", id)
			.execute();
	}
	const uids = named.map(({ id }) => id);
	await removeAuthorizations(transaction, uids, clientId);
}

/** From the sessions as the library stores them. */
async function removeAuthorizations(
	transaction: IdentityServiceDatabase,
	uids: readonly string[],
	clientId: string,
): Promise<void> {
	for (const { id_hash, payload } of await artifactsOfSessions(transaction, uids)) {
		const session = JSON.parse(payload) as { authorizations?: Record<string, object> };
		const { [clientId]: _, ...authorizations } = session.authorizations ?? {};
		await transaction
			.updateTable("oidc_artifacts")
			.set({ payload: JSON.stringify({ ...session, authorizations }) })
			.where("model", "=", "Session")
			.where("id_hash", "=", id_hash)
			.execute();
	}
}

/** From the clients that tokens may be delegated by. */
async function removeFromAllowedClients(transaction: IdentityServiceDatabase, clientId: string): Promise<void> {
	for (const { client_id } of await clientsWithSetting(transaction, clientId)) {
		await changeRow<ClientRow | null>(
			() => findClient(transaction, client_id),
			(before) => before && withoutAllowedClient(before, clientId),
			(after) => (after ? replaceClient(transaction, after) : Promise.resolve(after)),
		);
	}
}

function withoutAllowedClient(row: ClientRow, clientId: string): ClientRow {
	const settings = clientSettings(row);
	const allowed_clients = settings.allowed_clients.filter((each) => each !== clientId);
	if (allowed_clients.length === settings.allowed_clients.length) return row;
	return { ...row, settings: settingsText({ ...settings, allowed_clients }) };
}
