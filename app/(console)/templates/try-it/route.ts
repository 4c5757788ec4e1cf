import { readEdit } from "@/app/_editor/submitted-edit";
import { json, outdatedPage, respondFor } from "@/app/_forms/json-response";
import { readForm } from "@/lib/dashboard/request/read-form";
import { requireActionPermission } from "@/lib/dashboard/session/session";
import { templateEditor } from "../_edit/template-editor";
import { runTryIt } from "./_run/run-try-it";
import { pressedTool } from "./_run/try-it-fields";

/** Runs a simulation or a check of the browser's form. Nothing is stored. */
export function POST(request: Request): Promise<Response> {
	return respondFor(requireActionPermission("look"), "template", async () => {
		const form = await readForm(request);
		const submitted = form && readEdit(templateEditor, form, "templateId");
		const tool = submitted && pressedTool(submitted.intent);
		if (!tool || tool === "wallet") return json({ problem: outdatedPage }, 400);
		return json(await runTryIt(tool, submitted));
	});
}
