import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { type WrittenResource, writeEntry } from "@/lib/dashboard/registry/operation-entries";

const paths: Record<WrittenResource, string> = {
	template: "/templates",
	"refresh token": "/refresh-tokens",
	application: "/applications",
	connection: "/connections",
};

/** The page of what was written to; null where a create failed. */
export function targetPage({ operation, outcome, target }: AuditEntry): string | null {
	const entry = writeEntry(operation);
	if (!entry || (entry.isCreate && outcome !== "done")) return null;
	return `${paths[entry.resource]}/${encodeURIComponent(target)}`;
}
