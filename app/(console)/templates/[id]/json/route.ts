import { getTemplateWithPurpose } from "@/lib/dashboard/templates/template-access";
import { exportOf, failedFile, fileNameOf, jsonFile } from "../../_edit/export-template";

/** A template as a JSON file: the body that would create it again, with its purpose. The management client checks session and role. */
export async function GET(_: Request, { params }: RouteContext<"/templates/[id]/json">): Promise<Response> {
	try {
		const template = await getTemplateWithPurpose((await params).id);
		return jsonFile(exportOf(template, template.purpose), fileNameOf(template));
	} catch (error) {
		return failedFile(error);
	}
}
