import "server-only";
import { inTransaction } from "@/lib/database/in-transaction";
import { seal, unseal } from "@/lib/secrets/sealed-text";
import { dashboardConfig } from "../config";
import { dashboardDatabase } from "../store/dashboard-database";
import { ID_TOKEN_PURPOSE, isSealed, KEPT_SECRET_PURPOSE, readDashboardSecrets } from "./dashboard-secrets";

/**
 * Moves the store from the previous session secret to the one of today: ID tokens are encrypted anew, and the secret of
 * the audit trail's digests is kept from now on. All of it or nothing; can be repeated.
 * @returns how many texts were moved
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

/** What an older version left as it was is moved too. */
async function idTokenToMove(stored: string, previous: string[]): Promise<string | null> {
	return isSealed(stored) ? ((await unseal(stored, previous, ID_TOKEN_PURPOSE))?.text ?? null) : stored;
}

/**
 * Gives up what was written under a session secret that is lost. Sessions go on; the tenant will ask at their sign-out,
 * and digests in the audit trail can't be compared with those to come.
 */
export async function forgetDashboardSecrets(): Promise<void> {
	await inTransaction(await dashboardDatabase(), async (store) => {
		await store.deleteFrom("kept_secrets").execute();
		await store.updateTable("sessions").set({ id_token: null }).execute();
	});
}
