import "server-only";
import { TEMPLATE_CHANGES_SHOWN, type TemplateChange } from "@/app/forms/history/told-change";
import { auditOfTarget } from "@/lib/dashboard/audit/audit-pages";
import { describeChange } from "./describe-change";

/**
 * What was changed on a template through this console, newest first: as many as are listed and one more, which says
 * that there are more. @throws SessionError
 */
export async function templateHistory(id: string): Promise<TemplateChange[]> {
	const writes = ["post_vc_templates", "patch_vc_templates_by_id"] as const;
	return (await auditOfTarget(writes, id, TEMPLATE_CHANGES_SHOWN + 1)).map(describeChange);
}
