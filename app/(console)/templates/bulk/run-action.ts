"use server";

import { type BulkRunState, runAction } from "@/app/_bulk/run-action";
import { importWork } from "./import-work";
import { templateWork } from "./template-work";

/** Runs a bulk edit or an import of templates for a limited time, resumes it, stops it, or leaves the rest. */
export async function runTemplatesAction(_: BulkRunState, form: FormData): Promise<BulkRunState> {
	return runAction("template", form, (edit) => {
		if (edit.resource === "template") return templateWork(edit.operation);
		return edit.resource === "template import" ? importWork : null;
	});
}
