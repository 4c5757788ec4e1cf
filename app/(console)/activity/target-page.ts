import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { writeEntry } from "@/lib/dashboard/registry/operation-entries";
import { pageOf } from "@/lib/dashboard/registry/resources";

/** The page of what was written to; null where a create failed, and for what was deleted. */
export function targetPage({ operation, outcome, target }: AuditEntry): string | null {
	const entry = writeEntry(operation);
	if (!entry || (entry.isCreate && outcome !== "done")) return null;
	return entry.isDelete && outcome === "done" ? null : pageOf(entry.resource, target);
}
