import { inTransaction } from "@/lib/database/in-transaction";
import type { IdentityService } from "../context/identity-service";
import { sampleClients } from "./clients";
import { addSampleConnection } from "./connection";
import { sampleRefreshTokens } from "./refresh-tokens";
import { sampleResourceServer } from "./resource-server";
import { clientRow, refreshTokenRow, sampleMoment, samplePhones, templateRow, userRow } from "./rows";
import { sampleTemplates } from "./templates";
import { sampleUsers } from "./users";

/**
 * Fills an empty database with the sample tenant, all of it or nothing. A database that has clients is left alone (but
 * see `addNewSampleClients`), and of several instances that start together one fills it.
 */
export async function seedSampleTenant(
	tenant: Pick<IdentityService, "config" | "secrets" | "database" | "now" | "passwordCost">,
): Promise<void> {
	const existing = await tenant.database.selectFrom("clients").select("client_id").limit(1).executeTakeFirst();
	if (existing) return;
	const moment = sampleMoment(tenant);
	const clients = sampleClients.map((client) => clientRow(moment, client));
	const users = await Promise.all(sampleUsers.map((user) => userRow(moment, user, tenant.passwordCost)));
	const tokens = sampleRefreshTokens.map((token) => refreshTokenRow(moment, token));
	const templates = sampleTemplates.map((template) => templateRow(moment, template));
	await inTransaction(tenant.database, async (transaction) => {
		// The first statement is the race: it waits for an instance that is ahead, and then inserts nothing.
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
		await transaction.insertInto("user_phones").values(samplePhones(moment)).execute();
		await transaction.insertInto("refresh_tokens").values(tokens).execute();
		await transaction.insertInto("templates").values(templates).execute();
		await addSampleConnection({ ...tenant, database: transaction });
	});
}

/**
 * Brings clients that are new in this version to a tenant that an older one filled. What is not there and was never
 * deleted is new; what is there, by identifier or by handle, is left as it is, because somebody may have changed it. A
 * client whose description changes keeps its old one here; where that matters it wants a migration.
 *
 * Nothing else of the sample comes later. Templates and refresh tokens that are missing may have been deleted by an
 * admin, and people, with what they may do, appear in a tenant that is in use only when somebody adds them.
 */
export async function addNewSampleClients(service: IdentityService): Promise<void> {
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
	const deleted = await database.selectFrom("deleted_sample_clients").select("handle").execute();
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
