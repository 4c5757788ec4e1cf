import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";

const areas: [part: string, path: string][] = [
	["refresh-tokens", "/refresh-tokens"],
	["vc_templates", "/templates"],
	["clients", "/applications"],
];

/** The page of what was written to; null where a create failed, so that there is only the name that was wanted. */
export function targetPage({ operation, outcome, target }: AuditEntry): string | null {
	const path = areas.find(([part]) => operation.includes(part))?.[1];
	const hasPage = outcome === "done" || !operation.startsWith("post_");
	return path && hasPage ? `${path}/${encodeURIComponent(target)}` : null;
}
