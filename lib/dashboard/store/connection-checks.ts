import "server-only";
import { dashboardConfig } from "../config";
import { dashboardDatabase } from "./dashboard-database";

/** `grantedScopes`: of the access token; null where they are not known. */
export type CheckResult = { failedSteps: readonly string[]; grantedScopes: readonly string[] | null };

/** Times are ISO 8601 UTC; `worksSince` is null where the last check failed. */
export type ConnectionCheck = CheckResult & { checkedAt: string; worksSince: string | null };

/** The last check of the connection to this tenant, by any admin; null where there was none. */
export async function lastConnectionCheck(): Promise<ConnectionCheck | null> {
	const database = await dashboardDatabase();
	const row = await database
		.selectFrom("connection_checks")
		.selectAll()
		.where("tenant", "=", tenantKey())
		.executeTakeFirst();
	return row
		? {
				checkedAt: row.checked_at,
				worksSince: row.works_since,
				failedSteps: JSON.parse(row.failed_steps),
				grantedScopes: row.granted_scopes === null ? null : JSON.parse(row.granted_scopes),
			}
		: null;
}

/** Replaces the last check. */
export async function keepConnectionCheck(
	{ failedSteps, grantedScopes }: CheckResult,
	now: Date = new Date(),
): Promise<void> {
	const before = await lastConnectionCheck();
	const at = now.toISOString();
	const found = {
		checked_at: at,
		works_since: failedSteps.length === 0 ? (before?.worksSince ?? at) : null,
		failed_steps: JSON.stringify(failedSteps),
		granted_scopes: grantedScopes && JSON.stringify(grantedScopes),
	};
	const database = await dashboardDatabase();
	await database
		.insertInto("connection_checks")
		.values({ tenant: tenantKey(), ...found })
		.onConflict((conflict) => conflict.column("tenant").doUpdateSet(found))
		.execute();
}

function tenantKey(): string {
	const { baseUrl, clientId } = dashboardConfig().management;
	return `${baseUrl} ${clientId}`;
}
