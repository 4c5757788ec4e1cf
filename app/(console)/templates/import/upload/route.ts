import { bulkEditPage } from "@/app/_bulk/bulk-edit-page";
import { json, respondFor } from "@/app/_forms/json-response";
import { dashboardConfig } from "@/lib/dashboard/config";
import { someOf } from "@/lib/dashboard/in-short";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { requireEditing } from "@/lib/dashboard/proposals/rights";
import { setFlash } from "@/lib/dashboard/request/flash";
import { readForm, refuseForm } from "@/lib/dashboard/request/read-form";
import { type Session, SessionError } from "@/lib/dashboard/session/session";
import { createBulkEdit } from "@/lib/dashboard/store/bulk-edits";
import { FolderEntries, FolderRefusal, type ReadFolder } from "@/lib/dashboard/template-folder/folder-entries";
import { planOfFolder } from "@/lib/dashboard/template-folder/plan-of-folder";
import { readZip } from "@/lib/dashboard/template-folder/zip-archive";
import { readStoredTemplates } from "@/lib/dashboard/templates/template-access";
import { failedFile } from "../../_edit/export-template";
import { importItems } from "../../bulk/import-items";
import { IMPORT_PATH, importAddress, modeOfForm } from "../import-form";

/** Paths that are listed of what is no template. */
const IGNORED_SHOWN = 20;

/** The title of what is wrong with the folder. */
const REFUSED = "Nothing was imported";

/**
 * Plans what a sent folder would change, and stores that as a preview. Nothing is written to the tenant. The page's script
 * gets `{ page }` or `{ problem }`; without scripts the response leads to the preview, or back to the form.
 */
export async function POST(request: Request): Promise<Response> {
	const isOfScript = request.headers.get("accept") === "application/json";
	const required = requireEditing();
	const respond = async ({ subject }: Session) => {
		const form = await readForm(request);
		if (!form) return refuseForm();
		const { page, problem } = await planned(subject, form);
		if (isOfScript) return json(problem ? { problem } : { page });
		if (!problem) return redirected(page);
		await setFlash(IMPORT_PATH, problem.title === REFUSED ? problem.message : `${problem.title}. ${problem.message}`);
		return redirected(importAddress(modeOfForm(form)));
	};
	if (isOfScript) return respondFor(required, "template", respond);
	try {
		return await respond(await required);
	} catch (error) {
		// The page says who may.
		if (error instanceof SessionError && error.reason === "role") return redirected(IMPORT_PATH);
		return failedFile(error);
	}
}

/** The page of the preview, or why there is none. @throws SessionError */
async function planned(subject: string, form: FormData) {
	try {
		const mode = modeOfForm(form);
		const folder = await readUpload(form);
		const tenant = dashboardConfig().management.baseUrl;
		const plan = planOfFolder(folder, { tenant, mode, stored: await readStoredTemplates() });
		const { items, unchanged, acts } = importItems(plan);
		const ignored = folder.ignored.length > 0 ? [someOf(folder.ignored.toSorted(), { max: IGNORED_SHOWN })] : [];
		const edit = { resource: "template import" as const, basis: plan.basis, mode, unchanged, ignored, acts };
		return { page: bulkEditPage("template import", await createBulkEdit(subject, edit, items)) };
	} catch (error) {
		if (error instanceof SessionError) throw error;
		if (error instanceof FolderRefusal) return { problem: { title: REFUSED, message: error.message } };
		return { problem: problemOf(error, "template") };
	}
}

/** The folder in a sent form: an archive, or its files one by one. @throws FolderRefusal */
async function readUpload(form: FormData): Promise<ReadFolder> {
	const [archive, ...others] = sentFiles(form, "archive");
	const files = sentFiles(form, "folder");
	if (!archive && files.length === 0) throw new FolderRefusal("No archive and no folder was chosen.");
	if (archive && files.length > 0) throw new FolderRefusal("An archive and a folder were chosen: send one of them.");
	if (others.length > 0) throw new FolderRefusal("More than one archive was chosen.");
	if (archive) return readZip(Buffer.from(await archive.arrayBuffer()));
	const entries = new FolderEntries();
	for (const file of files) {
		// Browsers name each file by its path from the chosen folder.
		if (entries.admit(file.name, file.size)) entries.add(file.name, new Uint8Array(await file.arrayBuffer()));
	}
	return entries.folder();
}

/** A field without a file is sent as one without a name. */
function sentFiles(form: FormData, name: string): File[] {
	return form.getAll(name).filter((value): value is File => value instanceof File && value.name !== "");
}

function redirected(path: string): Response {
	return new Response(null, { status: 303, headers: { location: path } });
}
