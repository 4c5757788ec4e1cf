import "server-only";
import { operations } from "@/lib/contract/operations";
import { dashboardConfig } from "@/lib/dashboard/config";

/** The address of all templates or of one at the management interface, to be shown: this console calls it elsewhere. */
export function templateUrl(id?: string): string {
	const templates = dashboardConfig().management.baseUrl + operations.get_vc_templates.path;
	return id === undefined ? templates : `${templates}/${encodeURIComponent(id)}`;
}
