import { dashboardConfig } from "@/lib/dashboard/config";
import { requirePermission } from "@/lib/dashboard/session/session";
import { folderOfTenant } from "@/lib/dashboard/template-folder/folder-of-tenant";
import { zipOf } from "@/lib/dashboard/template-folder/zip-archive";
import { readStoredTemplates } from "@/lib/dashboard/templates/stored-templates";
import { failedFile, noFile } from "../_edit/export-template";

/** All templates as an archive of files. It is begun once all are read: a part would look complete. */
export async function GET(): Promise<Response> {
	try {
		await requirePermission("look");
		const folder = folderOfTenant(dashboardConfig().management.baseUrl, await readStoredTemplates());
		if (typeof folder === "string") return noFile(`Nothing was downloaded. ${folder}`, 409);
		return new Response(zipOf(folder, new Date()), {
			headers: { "content-type": "application/zip", "content-disposition": 'attachment; filename="templates.zip"' },
		});
	} catch (error) {
		return failedFile(error);
	}
}
