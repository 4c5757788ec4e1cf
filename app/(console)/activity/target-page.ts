import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { writeEntry } from "@/lib/dashboard/resources/writes";

/** The page of the written resource; null where a create failed, and for a deleted one. */
export function targetPage({ operation, outcome, target }: AuditEntry): string | null {
	const entry = writeEntry(operation);
	if (!entry || (entry.isCreate && outcome !== "done")) return null;
	return entry.isDelete && outcome === "done" ? null : pageOf(entry.resource, target);
}
