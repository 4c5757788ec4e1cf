import { SAML_STRATEGY } from "@/lib/contract/connection/connection-limits";
import type { SamlOptions } from "@/lib/contract/connection/connection-request";
import { SCOPES } from "@/lib/contract/scopes";
import { inTransaction } from "@/lib/database/in-transaction";
import type { IdentityService } from "../context/identity-service";
import { derivedClientId, deriveIdentifier } from "../keys/derived";
import {
	SAMPLE_CONNECTION,
	SAMPLE_ORIGIN,
	SAMPLE_PROVIDER_METADATA,
	SAMPLE_PROVIDER_SIGN_IN,
	SAMPLE_PROVIDER_SIGN_OUT,
} from "../sample-provider/addresses";
import { connectionSeed } from "../store/connections";
import type { ClientTable, IdentityServiceDatabase } from "../store/schema";
import { indexUsers } from "../store/user-words";
import { findAccountByEmail, isBlocked, listAdmins } from "../store/users";
import { type SampleClient, sampleClients, sampleResourceServer } from "./clients";
import { type SampleMoment, sampleMoment, samplePublicKeys, sampleUserId } from "./derived";
import { refreshTokenRow, sampleRefreshTokens } from "./refresh-tokens";
import { sampleSessions, sessionRow } from "./sessions";
import { sampleTemplates, templateRow } from "./templates";
import { sampleUsers, secondEditor, userRow } from "./users";

/**
 * Fills an empty database with the sample tenant in one transaction. A database with clients is not changed (but see
 * `addNewSampleClients`), and of several instances that start together one fills it.
 */
export async function seedSampleTenant(
	tenant: Pick<IdentityService, "config" | "secrets" | "database" | "now">,
): Promise<void> {
	const existing = await tenant.database.selectFrom("clients").select("client_id").limit(1).executeTakeFirst();
	if (existing) return;
	const moment = sampleMoment(tenant);
	const clients = sampleClients.map((client) => clientRow(moment, client));
	const users = sampleUsers.map((user) => userRow(moment, user));
	const tokens = sampleRefreshTokens.map((token) => refreshTokenRow(moment, token));
	const sessions = sampleSessions.map((session) => sessionRow(moment, session));
	const templates = sampleTemplates.map((template) => templateRow(moment, template));
	await inTransaction(tenant.database, async (transaction) => {
		// The first statement decides the race: it waits for an instance that is ahead, and then inserts nothing.
		const inserted = await transaction
			.insertInto("clients")
			.values(clients)
			.onConflict((conflict) => conflict.doNothing())
			.executeTakeFirst();
		if (inserted.numInsertedOrUpdatedRows === 0n) return;
		await transaction
			.insertInto("resource_servers")
			.values({ ...sampleResourceServer, scopes: JSON.stringify(sampleResourceServer.scopes) })
			.execute();
		await transaction.insertInto("users").values(users).execute();
		// Of the range that is reserved for fiction.
		const phone = { phone_number: "+12025550143", user_id: sampleUserId(moment.identifiers, "user") };
		await transaction.insertInto("user_phones").values(phone).execute();
		await indexUsers(transaction, users);
		await transaction.insertInto("refresh_tokens").values(tokens).execute();
		await transaction.insertInto("sessions").values(sessions).execute();
		await transaction.insertInto("templates").values(templates).execute();
		await addSampleConnection({ ...tenant, database: transaction });
	});
}

/**
 * Adds clients that are new in this version to a tenant that an older one filled: those that are missing and were never
 * deleted. Existing ones, by identifier or by handle, are not changed, because an admin may have changed them; a change
 * of the sample's declaration that must reach them needs a migration.
 *
 * Nothing else of the sample is added later. An admin may have deleted missing templates and refresh tokens, and only
 * admins add users, with their permissions, to a tenant in use.
 */
export async function addNewSampleClients(
	service: Pick<IdentityService, "config" | "secrets" | "database" | "now">,
): Promise<void> {
	const { database } = service;
	const stored = await database
		.selectFrom("clients")
		.select("handle")
		.where(
			"handle",
			"in",
			sampleClients.map(({ handle }) => handle),
		)
		.execute();
	const deleted = await database.selectFrom("deleted_seeds").select("handle").execute();
	const handles = new Set([...stored, ...deleted].map(({ handle }) => handle));
	const moment = sampleMoment(service);
	const missing = sampleClients.filter(({ handle }) => !handles.has(handle)).map((client) => clientRow(moment, client));
	if (missing.length === 0) return;
	await database
		.insertInto("clients")
		.values(missing)
		// Another instance that starts at this moment adds the same.
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

/**
 * Adds the second editor to a tenant whose only editor is the sample's own: neither where an operator has chosen the editors,
 * nor once more where the account is there without the role.
 * @returns whether it was added
 */
export async function addSecondEditor(
	service: Pick<IdentityService, "config" | "secrets" | "database" | "now">,
): Promise<boolean> {
	const { database } = service;
	const moment = sampleMoment(service);
	const admins = await listAdmins(database);
	const [editor, ...others] = admins.filter((user) => user.admin_role === "editor" && !isBlocked(user));
	if (others.length > 0 || editor?.user_id !== sampleUserId(moment.identifiers, "editor")) return false;
	if (await findAccountByEmail(database, secondEditor.email)) return false;
	const user = userRow(moment, secondEditor);
	return inTransaction(database, async (transaction) => {
		const inserted = await transaction
			.insertInto("users")
			.values(user)
			// Another instance that starts at this moment adds the same.
			.onConflict((conflict) => conflict.doNothing())
			.executeTakeFirst();
		if (inserted.numInsertedOrUpdatedRows === 0n) return false;
		await indexUsers(transaction, [user]);
		return true;
	});
}

function clientRow(
	{ identifiers, credentials, now }: SampleMoment,
	{ scopes, orderScopes, ...client }: SampleClient,
): ClientTable {
	const { handle, token_endpoint_auth_method } = client;
	const apiGrants = [
		// Relative to the issuer.
		{ audience: "/api/v2/", scopes: scopes.filter((scope) => SCOPES.some((known) => known === scope)) },
		{ audience: sampleResourceServer.identifier, scopes: orderScopes },
	].filter((grant) => grant.scopes.length > 0);
	const subject = `CN=${handle.replaceAll("_", "-")}.example.com,O=Identity Console sample tenant`;
	return {
		...client,
		client_id: derivedClientId(identifiers, handle),
		grants: JSON.stringify(client.grants),
		redirect_uris: JSON.stringify(client.redirect_uris),
		logout_uris: JSON.stringify(client.logout_uris),
		api_grants: JSON.stringify(apiGrants),
		jwks: token_endpoint_auth_method === "private_key_jwt" ? samplePublicKeys(credentials, handle) : null,
		certificate_subject: token_endpoint_auth_method === "tls_client_auth" ? subject : null,
		first_party: Number(client.first_party),
		global: Number(client.global),
		rotating: Number(client.rotating),
		created_at: now.toISOString(),
		settings: JSON.stringify(client.settings),
		sealed_secret: null,
		revision: 0,
	};
}

/**
 * Adds the connection to the sample provider, complete but off until it is enabled for an application, to a tenant
 * without it. Nothing is added where an admin has deleted it, or where its name is in use.
 */
export async function addSampleConnection({
	database,
	secrets,
	now,
}: Pick<IdentityService, "secrets" | "now"> & { database: IdentityServiceDatabase }): Promise<void> {
	const deleted = await database
		.selectFrom("deleted_seeds")
		.select("handle")
		.where("handle", "=", connectionSeed(SAMPLE_CONNECTION))
		.executeTakeFirst();
	if (deleted) return;
	const options: SamlOptions = {
		issuer: SAMPLE_PROVIDER_METADATA,
		signInEndpoint: SAMPLE_PROVIDER_SIGN_IN,
		signOutEndpoint: SAMPLE_PROVIDER_SIGN_OUT,
	};
	await database
		.insertInto("connections")
		.values({
			id: `con_${deriveIdentifier(secrets.identifiers, `sample-connection:${SAMPLE_CONNECTION}`, 16)}`,
			name: SAMPLE_CONNECTION,
			name_key: SAMPLE_CONNECTION,
			strategy: SAML_STRATEGY,
			display_name: "Sample provider",
			show_as_button: 1,
			enabled_clients: "[]",
			metadata: "{}",
			options: JSON.stringify(options),
			origin: SAMPLE_ORIGIN,
			created_at: now().toISOString(),
			revision: 0,
		})
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}
