import "server-only";
import { CHANGES_SHOWN, type PastChange } from "@/app/_editor/past-change";
import { auditOfTarget } from "@/lib/dashboard/audit/audit-pages";
import { seenNames } from "@/lib/dashboard/management/seen-names";
import { describeConnectionChange } from "./describe-connection-change";

/**
 * What was changed on a connection through this console, newest first: as many as are listed and one more, which says
 * that there are more. @throws SessionError
 */
export async function connectionHistory(id: string): Promise<PastChange[]> {
	const names = await seenNames();
	const writes = await auditOfTarget(["post_connections", "patch_connections_by_id"], id, CHANGES_SHOWN + 1);
	return writes.map((entry) => describeConnectionChange(entry, names));
}
