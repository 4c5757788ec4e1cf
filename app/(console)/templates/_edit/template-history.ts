import "server-only";
import { CHANGES_SHOWN, type PastChange } from "@/app/_editor/past-change";
import { auditOfTarget } from "@/lib/dashboard/audit/audit-pages";
import { describeChange } from "./describe-change";

/**
 * What was changed on a template through this console, newest first: as many as are listed and one more, which says
 * that there are more. @throws SessionError
 */
export async function templateHistory(id: string): Promise<PastChange[]> {
	const writes = ["post_vc_templates", "patch_vc_templates_by_id"] as const;
	return (await auditOfTarget(writes, id, CHANGES_SHOWN + 1)).map(describeChange);
}
