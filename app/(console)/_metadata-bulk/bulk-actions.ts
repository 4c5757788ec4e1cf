"use server";

import { redirect } from "next/navigation";
import { bulkEditPage } from "@/app/_bulk/bulk-edit-page";
import { type BulkRunState, runAction } from "@/app/_bulk/run-action";
import { userLabel } from "@/lib/dashboard/management/users";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { sentForm } from "@/lib/dashboard/request/read-form";
import { requireActionPermission } from "@/lib/dashboard/session/session";
import { createBulkEdit } from "@/lib/dashboard/store/bulk-edits";
import { type BulkFormErrors, type BulkFormValues, bulkOperationOf, readBulkForm } from "./bulk-form-data";
import { planMetadata } from "./plan-metadata";
import { metadataWork } from "./write-metadata";

/** What the form shows after the action: what was typed, and what stops it. */
export type BulkFormState = { values?: BulkFormValues; errors?: BulkFormErrors; problem?: Problem };

/** Reads the tokens or sessions and stores what the operation would do to each. Nothing is written to the service. */
export async function previewBulkEditAction(_: BulkFormState, form: FormData): Promise<BulkFormState> {
	const input = readBulkForm(sentForm(form));
	if (!input) return { problem: { title: "Nothing selected", message: "Nothing was read and nothing was changed." } };
	const { resource, userId, ids, values } = input;
	let id: string;
	try {
		const { subject } = await requireActionPermission("editMetadata");
		const operation = bulkOperationOf(values);
		if (!("kind" in operation)) return { values, errors: operation };
		const items = await planMetadata(resource, userId, ids, operation);
		const user = { id: userId, label: await userLabel(userId) };
		id = await createBulkEdit(subject, { resource, user, operation }, items);
	} catch (error) {
		return { values, problem: problemOf(error, "user") };
	}
	redirect(bulkEditPage(resource, id));
}

export async function runBulkEditAction(_: BulkRunState, form: FormData): Promise<BulkRunState> {
	return runAction(form, ["refresh token", "session"], ({ resource, operation }) => metadataWork(resource, operation));
}
