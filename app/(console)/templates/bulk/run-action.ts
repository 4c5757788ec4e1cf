"use server";

import { type BulkRunState, runAction } from "@/app/_bulk/run-action";
import { importWork } from "./import-work";
import { isOfTemplates, proposeRun, requireNoneNeedsSecondEditor } from "./propose-run";
import { templateWork } from "./template-work";

/** Runs a bulk edit or an import of templates for a limited time, resumes it, stops it, leaves the rest, or proposes it. */
export async function runTemplatesAction(_: BulkRunState, form: FormData): Promise<BulkRunState> {
	return (
		(await proposeRun(form)) ??
		runAction(
			"template",
			form,
			(edit) => {
				if (edit.resource === "template") return templateWork(edit.operation);
				return edit.resource === "template import" ? importWork : null;
			},
			{ beforeRun: async (edit) => isOfTemplates(edit) && requireNoneNeedsSecondEditor(edit) },
		)
	);
}
