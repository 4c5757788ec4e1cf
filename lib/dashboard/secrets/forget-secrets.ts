import "server-only";
import { inTransaction } from "@/lib/database/in-transaction";
import { dashboardDatabase } from "../store/dashboard-database";

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
