import { bulkEditPage } from "@/app/_bulk/bulk-edit-page";
import { dashboardConfig } from "@/lib/dashboard/config";
import { someOf } from "@/lib/dashboard/in-short";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { setFlash } from "@/lib/dashboard/request/flash";
import { readForm, refuseForm } from "@/lib/dashboard/request/read-form";
import { requireActionPermission, SessionError } from "@/lib/dashboard/session/session";
import { createBulkEdit } from "@/lib/dashboard/store/bulk-edits";
import { FolderRefusal } from "@/lib/dashboard/template-folder/folder-entries";
import { planOfFolder } from "@/lib/dashboard/template-folder/plan-of-folder";
import { readStoredTemplates } from "@/lib/dashboard/templates/stored-templates";
import { failedFile } from "../../_edit/export-template";
import { IMPORT_PATH, importAddress, modeOfForm } from "../_run/import-form";
import { importItems } from "../_run/import-items";
import { readUpload } from "../_run/read-upload";

/** Paths that are listed of what is no template. */
const IGNORED_SHOWN = 20;

/** Plans what a sent folder would change, and stores that as a preview. Nothing is written to the tenant. */
export async function POST(request: Request): Promise<Response> {
	try {
		const { subject } = await requireActionPermission("changeTemplates");
		const form = await readForm(request);
		if (!form) return refuseForm();
		const mode = modeOfForm(form);
		try {
			const folder = await readUpload(form);
			const tenant = dashboardConfig().management.baseUrl;
			const plan = planOfFolder(folder, { tenant, mode, stored: await readStoredTemplates() });
			const { items, unchanged } = importItems(plan);
			const overview = { resource: "template import" as const, basis: plan.basis, mode, unchanged };
			const ignored = folder.ignored.length > 0 ? [someOf(folder.ignored.toSorted(), { max: IGNORED_SHOWN })] : [];
			const id = await createBulkEdit(subject, { ...overview, ignored }, items);
			return redirected(bulkEditPage("template import", id));
		} catch (error) {
			if (error instanceof SessionError) throw error;
			await setFlash(IMPORT_PATH, sentenceOf(error));
			return redirected(importAddress(mode));
		}
	} catch (error) {
		// The page says who may.
		if (error instanceof SessionError && error.reason === "role") return redirected(IMPORT_PATH);
		return failedFile(error);
	}
}

function sentenceOf(error: unknown): string {
	if (error instanceof FolderRefusal) return error.message;
	const { title, message } = problemOf(error, "template");
	return `${title}. ${message}`;
}

function redirected(path: string): Response {
	return new Response(null, { status: 303, headers: { location: path } });
}
