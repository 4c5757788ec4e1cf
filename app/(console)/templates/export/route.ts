import { someOf } from "@/lib/dashboard/in-short";
import { READ_WITHIN_MS } from "@/lib/dashboard/management/call/rate-pause";
import { requirePermission } from "@/lib/dashboard/session/session";
import { readPurposes } from "@/lib/dashboard/store/template-purposes";
import { noPurpose } from "@/lib/dashboard/templates/purpose";
import { exportOf, failedFile, fileNameOf, jsonFile, noFile } from "../_edit/export-template";
import { CHOSEN_TEMPLATES_MAX } from "../_list/list-query";
import { readChosenTemplates } from "../bulk/chosen-templates";

/** The templates of `?template=` as one JSON file: an array of the bodies that would create them again, or the one body. */
export async function GET(request: Request): Promise<Response> {
	try {
		await requirePermission("look");
		const ids = [...new Set(new URL(request.url).searchParams.getAll("template"))];
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
