import { readEdit } from "@/app/_editor/submitted-edit";
import { json, outdatedPage, respondFor } from "@/app/_forms/json-response";
import { readForm } from "@/lib/dashboard/request/read-form";
import { requireActionPermission } from "@/lib/dashboard/session/session";
import { requestOfForm, templateEditor } from "../_edit/template-editor";
import { runTryIt } from "./_run/run-try-it";
import { tryItInput } from "./_run/try-it-fields";

const KINDS = ["simulate", "check"] as const;

/** Runs a simulation or a check of the browser's form. Nothing is stored. */
export function POST(request: Request): Promise<Response> {
	return respondFor(requireActionPermission("look"), "template", async () => {
		const form = await readForm(request);
		const submitted = form && readEdit(templateEditor, form, "templateId");
		const kind = KINDS.find((each) => submitted?.intent === `try ${each}`);
		if (!submitted || !kind) return json({ problem: outdatedPage }, 400);
		return json(await runTryIt({ kind, input: tryItInput(form), ...requestOfForm(submitted) }));
	});
}
