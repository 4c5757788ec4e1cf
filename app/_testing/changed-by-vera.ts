import { auditEntry, insertAuditEntry } from "@/lib/dashboard/audit/audit-entry.test-data";
import type { WriteName } from "@/lib/dashboard/resources/writes";
import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

/**
 * Records in the trail a write by Vera two minutes ago, and no other.
 * @returns when a page was opened before that, and the author that it shows
 */
export async function changedByVera(operation: WriteName, target: string) {
	const at = ago(120);
	const person = "Vera Holm";
	await (await dashboardDatabase()).deleteFrom("audit_trail").execute();
	await insertAuditEntry(auditEntry({ id: `${at}-r`, at, subject: "vera", personName: person, operation, target }));
	return { openedAt: ago(180), changedBy: { person, isOneself: false, at } };
}
