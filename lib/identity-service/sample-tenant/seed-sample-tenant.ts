import { inTransaction } from "@/lib/database/in-transaction";
import { hashPassword } from "../authentication/login/password-hash";
import type { IdentityService } from "../identity-service";
import { ADMIN_ROLES } from "../store/admins";
import { sampleClients } from "./clients";
import { sampleUserId } from "./derived";
import { sampleRefreshTokens } from "./refresh-tokens";
import { sampleResourceServer } from "./resource-server";
import { clientRow, refreshTokenRow, sampleMoment, samplePhones, templateRow, userRow } from "./rows";
import { sampleTemplates } from "./templates";
import { sampleUsers } from "./users";

/**
 * Fills an empty database with the sample tenant, all of it or nothing. A database that has clients is left alone, and
 * of several instances that start together one fills it.
 * @param hash of the passwords; tests that are about something else take a cheap one
 */
export async function seedSampleTenant(
	tenant: Pick<IdentityService, "config" | "database" | "now">,
	hash = hashPassword,
): Promise<void> {
	const existing = await tenant.database.selectFrom("clients").select("client_id").limit(1).executeTakeFirst();
	if (existing) return;
	const moment = sampleMoment(tenant);
	const clients = sampleClients.map((client) => clientRow(moment, client));
	const users = await Promise.all(sampleUsers.map((user) => userRow(moment, user, hash)));
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
	});
}

/** A tenant that was made before admins were kept with its users has none: the two of the sample are they. */
export async function adoptSampleAdmins({ config, database }: IdentityService): Promise<void> {
	const anyone = await database.selectFrom("users").select("user_id").where("admin_role", "is not", null).limit(1);
	if (await anyone.executeTakeFirst()) return;
	for (const admin_role of ADMIN_ROLES) {
		const userId = sampleUserId(config.appSecret, admin_role);
		await database.updateTable("users").set({ admin_role }).where("user_id", "=", userId).execute();
	}
}
