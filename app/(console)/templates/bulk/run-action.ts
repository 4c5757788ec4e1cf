"use server";

import { type BulkRunState, runAction } from "@/app/_bulk/run-action";
import { templateWork } from "./template-work";

/** Runs a bulk edit of templates for a limited time, resumes it, stops it, or leaves the rest. */
export async function runTemplatesAction(_: BulkRunState, form: FormData): Promise<BulkRunState> {
	return runAction(form, ["template"], ({ operation }) => templateWork(operation));
}
