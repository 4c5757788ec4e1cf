import type { OperationName } from "@/lib/contract/operations";

/**
 * What became of a write. `refused`: the service said no; `not-done`: nothing was sent, or a look-up showed that
 * nothing was done; `unknown`: nobody saw an answer.
 */
export const AUDIT_OUTCOMES = ["done", "refused", "not-done", "unknown"] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

export const outcomeLabels: Record<AuditOutcome, string> = {
	done: "Done",
	refused: "Refused",
	"not-done": "Not carried out",
	unknown: "Not known",
};

/** What an admin does with each operation that writes. */
export const operationLabels: Partial<Record<OperationName, string>> = {
	post_vc_templates: "Create template",
	patch_vc_templates_by_id: "Change template",
	delete_vc_templates_by_id: "Delete template",
	"patch_refresh-tokens_by_id": "Edit metadata",
	"delete_refresh-tokens_by_id": "Revoke refresh token",
	post_clients: "Create application",
	patch_clients_by_id: "Change application",
	delete_clients_by_id: "Delete application",
	"post_rotate-secret": "Rotate secret",
	"post_client-grants": "Allow scopes",
	"delete_client-grants_by_id": "Remove grant",
	post_connections: "Create connection",
	patch_connections_by_id: "Change connection",
	delete_connections_by_id: "Delete connection",
};

/** One write, as the activity page and the exports show it. */
export type AuditEntry = {
	id: string;
	at: string;
	subject: string;
	person: string;
	operation: string;
	target: string;
	/** `+added`, `-removed`, `~changed`; without a sign where it is not known what was there before. */
	changes: string[];
	digestBefore: string | null;
	digestAfter: string | null;
	outcome: AuditOutcome;
	status: number | null;
	reference: string;
};

/** What to look for; an empty text is no condition. */
export type AuditFilter = { person: string; operation: string; target: string; outcome: string };
