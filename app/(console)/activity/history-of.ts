import "server-only";
import { CHANGES_SHOWN, type PastChange } from "@/app/_editor/history-list";
import type { OperationName } from "@/lib/contract/operations";
import { auditOfTarget } from "@/lib/dashboard/audit/audit-store";
import { seenNames } from "@/lib/dashboard/management/seen-names";
import { pageOf, type ResourceName } from "@/lib/dashboard/registry/resources";
import { requirePermission } from "@/lib/dashboard/session/session";
import { changeLines } from "./change-lines";
import { personName } from "./person";

/** The operations in the history of each kind of resource. */
const writes = {
	template: ["post_vc_templates", "patch_vc_templates_by_id"],
	application: [
		...(["post_clients", "patch_clients_by_id", "post_rotate-secret"] as const),
		...(["post_client-grants", "delete_client-grants_by_id"] as const),
	],
	"identity provider": ["post_connections", "patch_connections_by_id"],
	"refresh token": ["patch_refresh-tokens_by_id", "delete_refresh-tokens_by_id"],
	session: ["patch_sessions_by_id", "post_session_revoke"],
	user: ["patch_users_by_id", "delete_user_sessions", "delete_user_refresh-tokens"],
} satisfies Record<ResourceName, readonly OperationName[]>;

/**
 * The changes of one resource through this console, newest first: as many as are listed and one more, which shows that there
 * are more. @throws SessionError
 */
export async function historyOf(resource: ResourceName, id: string): Promise<PastChange[]> {
	const { subject } = await requirePermission("look");
	const names = await seenNames();
	return (await auditOfTarget(writes[resource], id, CHANGES_SHOWN + 1)).map((entry) => ({
		id: entry.id,
		at: entry.at,
		person: personName(entry),
		account: entry.person,
		authorPage: pageOf("user", entry.subject),
		outcome: entry.outcome,
		lines: changeLines(entry, names),
		isOwn: entry.subject === subject,
		isEdit: entry.operation.startsWith("patch_") && (entry.outcome === "done" || entry.outcome === "unknown"),
	}));
}
