"use server";

import { type BulkRunState, runAction } from "@/app/_bulk/run-action";
import { importWork } from "../bulk/import-work";

/** Applies the preview of an import for a limited time, resumes it, stops it, or leaves the rest. */
export async function runImportAction(_: BulkRunState, form: FormData): Promise<BulkRunState> {
	return runAction(form, ["template import"], () => importWork);
}
