import "server-only";
import { inTransaction } from "@/lib/database/in-transaction";
import { seal, unseal } from "@/lib/secrets/sealed-text";
import { dashboardConfig } from "../config";
import { dashboardDatabase } from "../store/dashboard-database";
import { ID_TOKEN_PURPOSE, isSealed, KEPT_SECRET_PURPOSE, readDashboardSecrets } from "./dashboard-secrets";

/**
 * Rotates the store to the current session secret: ID tokens are encrypted again, and the key of the audit trail's digests
 * is stored. In one transaction; can be repeated.
 * @returns how many texts were re-encrypted
 */
export async function rotateDashboardSecrets(): Promise<{ moved: number }> {
	const { sessionSecret, previousSessionSecret } = dashboardConfig();
	const { audit } = await readDashboardSecrets();
	const previous = previousSessionSecret === null ? [] : [previousSessionSecret];
	const moved = await inTransaction(
		await dashboardDatabase(),
		async (store) => {
			let count = 0;
			const sessions = store.selectFrom("sessions").select(["id_hash", "id_token"]).where("id_token", "is not", null);
			for (const { id_hash, id_token } of await sessions.execute()) {
				const text = id_token && (await idTokenToMove(id_token, previous));
				if (!text) continue;
				const sealed = await seal(text, sessionSecret, ID_TOKEN_PURPOSE);
				await store.updateTable("sessions").set({ id_token: sealed }).where("id_hash", "=", id_hash).execute();
				count += 1;
			}
			const kept = await store.selectFrom("kept_secrets").selectAll().where("name", "=", "audit").executeTakeFirst();
			const isMoved = kept ? !(await unseal(kept.sealed, previous, KEPT_SECRET_PURPOSE)) : audit === sessionSecret;
			if (isMoved) return count;
			const sealed = await seal(audit, sessionSecret, KEPT_SECRET_PURPOSE);
			await store
				.insertInto("kept_secrets")
				.values({ name: "audit", sealed })
				.onConflict((conflict) => conflict.column("name").doUpdateSet({ sealed }))
				.execute();
			return count + 1;
		},
		"serializable",
	);
	await readDashboardSecrets();
	return { moved };
}

/** An unencrypted one of an older version too. */
async function idTokenToMove(stored: string, previous: string[]): Promise<string | null> {
	return isSealed(stored) ? ((await unseal(stored, previous, ID_TOKEN_PURPOSE))?.text ?? null) : stored;
}

/**
 * Deletes what was encrypted under a lost session secret. Sessions go on; the tenant will ask at their sign-out, and
 * digests in the audit trail are not comparable with later ones.
 */
export async function forgetDashboardSecrets(): Promise<void> {
	await inTransaction(await dashboardDatabase(), async (store) => {
		await store.deleteFrom("kept_secrets").execute();
		await store.updateTable("sessions").set({ id_token: null }).execute();
	});
}
