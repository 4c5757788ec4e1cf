import { getTemplate } from "@/lib/dashboard/management/templates";
import { exportOf, failedFile, fileNameOf, jsonFile } from "../../_edit/export-template";

/** A template as a JSON file: the body that would create it again. The management client checks session and role. */
export async function GET(_: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
	try {
		const template = await getTemplate((await params).id);
		return jsonFile(exportOf(template), fileNameOf(template));
	} catch (error) {
		return failedFile(error);
	}
}
