import { dashboardConfig } from "@/lib/dashboard/config";
import { someOf } from "@/lib/dashboard/in-short";
import { READ_WITHIN_MS } from "@/lib/dashboard/management/call/rate-pause";
import { requirePermission } from "@/lib/dashboard/session/session";
import { readPurposes } from "@/lib/dashboard/store/template-purposes";
import { folderOfTenant } from "@/lib/dashboard/template-folder/folder-of-tenant";
import { zipOf } from "@/lib/dashboard/template-folder/zip-archive";
import { noPurpose } from "@/lib/dashboard/templates/purpose";
import { readStoredTemplates } from "@/lib/dashboard/templates/template-access";
import { exportOf, failedFile, fileNameOf, jsonFile, noFile } from "../_edit/export-template";
import { CHOSEN_TEMPLATES_MAX } from "../_list/list-query";
import { readChosenTemplates } from "../bulk/chosen-templates";

/**
 * The templates of `?template=` as one JSON file: an array of the bodies that would create them again, or the one body. With
 * `?all`, all templates as an archive of files, begun once all are read: a part would look complete.
 */
export async function GET(request: Request): Promise<Response> {
	try {
		await requirePermission("look");
		const query = new URL(request.url).searchParams;
		if (query.has("all")) return await archiveOfAll();
		const ids = [...new Set(query.getAll("template"))];
		if (ids.length === 0 || ids.length > CHOSEN_TEMPLATES_MAX) {
			return noFile(`Select 1 to ${CHOSEN_TEMPLATES_MAX} templates: ${ids.length} were selected.`, 400);
		}
		const chosen = await readChosenTemplates(ids, Date.now() + READ_WITHIN_MS);
		const found = chosen.flatMap(({ template }) => (typeof template === "string" ? [] : [template]));
		const missing = chosen.filter(({ template }) => typeof template === "string").map(({ id }) => id);
		// A file that silently lacks some would look complete.
		if (missing.length > 0) {
			return noFile(`Nothing was exported. No longer there, or not read in time: ${someOf(missing)}`, 404);
		}
		const purposes = await readPurposes(found.map(({ id }) => id));
		const files = found.map((template) => exportOf(template, purposes.get(template.id) ?? noPurpose));
		const [first, ...more] = found;
		if (first && more.length === 0) return jsonFile(files[0], fileNameOf(first));
		return jsonFile(files, `templates-${found.length}.json`);
	} catch (error) {
		return failedFile(error);
	}
}

async function archiveOfAll(): Promise<Response> {
	const folder = folderOfTenant(dashboardConfig().management.baseUrl, await readStoredTemplates());
	if (typeof folder === "string") return noFile(`Nothing was downloaded. ${folder}`, 409);
	return new Response(zipOf(folder, new Date()), {
		headers: { "content-type": "application/zip", "content-disposition": 'attachment; filename="templates.zip"' },
	});
}
