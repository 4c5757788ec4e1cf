import "server-only";
import { CHANGES_SHOWN, type PastChange } from "@/app/_editor/past-change";
import { auditOfTarget } from "@/lib/dashboard/audit/audit-pages";
import { describeApplicationChange } from "./describe-application-change";

/**
 * What was changed on an application through this console, newest first: as many as are listed and one more, which says
 * that there are more. @throws SessionError
 */
export async function applicationHistory(id: string): Promise<PastChange[]> {
	const writes = [
		...(["post_clients", "patch_clients_by_id", "post_rotate-secret"] as const),
		...(["post_client-grants", "delete_client-grants_by_id"] as const),
	];
	return (await auditOfTarget(writes, id, CHANGES_SHOWN + 1)).map(describeApplicationChange);
}
