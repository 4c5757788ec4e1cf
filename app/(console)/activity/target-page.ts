import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";

const areas: [part: string, path: string][] = [
	["refresh-tokens", "/refresh-tokens"],
	["vc_templates", "/templates"],
	["clients", "/applications"],
	["client-grants", "/applications"],
	["rotate-secret", "/applications"],
	["connections", "/connections"],
];

/** Posts that create what they name as their target: of one that failed there is only the name that was wanted. */
const CREATES: readonly string[] = ["post_vc_templates", "post_clients", "post_connections"];

/** The page of what was written to; null where a create failed. */
export function targetPage({ operation, outcome, target }: AuditEntry): string | null {
	const path = areas.find(([part]) => operation.includes(part))?.[1];
	const hasPage = outcome === "done" || !CREATES.includes(operation);
	return path && hasPage ? `${path}/${encodeURIComponent(target)}` : null;
}
