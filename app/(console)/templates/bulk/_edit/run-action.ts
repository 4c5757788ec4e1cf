"use server";

import { type BulkRunState, runAction } from "@/app/_bulk/run-action";
import { templateWork } from "./template-work";

/** Works on a bulk edit of templates for a while, goes on with it, stops it, or gives up the rest. */
export async function runTemplatesAction(_: BulkRunState, form: FormData): Promise<BulkRunState> {
	return runAction(form, "template", ({ operation }) => templateWork(operation));
}
