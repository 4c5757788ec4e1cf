"use server";

import { bulkEditPage } from "@/app/_bulk/bulk-edit-page";
import { type BulkRunState, runAction } from "@/app/_bulk/run-action";
import type { FormResult } from "@/app/_forms/action-form";
import { continueOn } from "@/app/_forms/after-write";
import { userLabel } from "@/lib/dashboard/management/users";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { permittedForm } from "@/lib/dashboard/session/session";
import type { MetadataPlan } from "@/lib/dashboard/store/bulk-edit";
import { createBulkEdit, findBulkEdit } from "@/lib/dashboard/store/bulk-edits";
import {
	type BulkForm,
	type BulkFormErrors,
	type BulkFormValues,
	bulkOperationOf,
	planCounts,
	readBulkForm,
	undoOf,
} from "./bulk-operation";
import { type Formers, metadataWork, planMetadata } from "./bulk-work";

export type BulkFormState = { values?: BulkFormValues; errors?: BulkFormErrors; problem?: Problem };

/** Reads the tokens or sessions and stores what the operation would do to each. Nothing is written to the service. */
export async function previewBulkEditAction(_: BulkFormState, sent: FormData): Promise<BulkFormState> {
	let input: BulkForm | null = null;
	try {
		const { session, form } = await permittedForm("editMetadata", sent);
		input = readBulkForm(form);
		if (!input) return { problem: nothingSelected };
		const { resource, userId, ids, values } = input;
		const operation = bulkOperationOf(values);
		if (!("kind" in operation)) return { values, errors: operation };
		const user = { id: userId, label: await userLabel(userId) };
		return await preview(session.subject, { resource, user, operation }, ids);
	} catch (error) {
		return { ...(input && { values: input.values }), problem: problemOf(error, "user") };
	}
}

/** The same operation once more, for the items of a bulk edit that it left out and may be carried out on. */
export async function previewAgainAction(_: FormResult, sent: FormData): Promise<FormResult> {
	try {
		const { session, form } = await permittedForm("editMetadata", sent);
		const edit = await findBulkEdit(session.subject, String(form.get("edit")));
		if (!edit || !("user" in edit)) return { problem: nothingSelected };
		const { resource, user, operation } = edit;
		const { left } = planCounts(edit);
		if (left.length === 0) return { problem: nothingSelected };
		const formers = new Map(left.flatMap(({ id, former }) => (former === undefined ? [] : [[id, former]])));
		const ids = left.map(({ id }) => id);
		return await preview(session.subject, { resource, user, operation }, ids, formers);
	} catch (error) {
		return { problem: problemOf(error, "user") };
	}
}

/** Previews the undo of a bulk edit on the items that it changed. */
export async function undoBulkEditAction(_: FormResult, sent: FormData): Promise<FormResult> {
	try {
		const { session, form } = await permittedForm("editMetadata", sent);
		const edit = await findBulkEdit(session.subject, String(form.get("edit")));
		const found = edit && "user" in edit ? { ...edit, ...undoOf(edit) } : null;
		if (!found?.undo || !found.formers) return { problem: nothingToUndo };
		const { resource, user, undo, formers } = found;
		return await preview(session.subject, { resource, user, operation: undo }, [...formers.keys()], formers);
	} catch (error) {
		return { problem: problemOf(error, "user") };
	}
}

const nothingToUndo: Problem = { title: "Nothing to undo", message: "This bulk edit has changed nothing." };

/** Redirects to its page. */
async function preview(subject: string, edit: MetadataPlan, ids: readonly string[], formers?: Formers): Promise<never> {
	const items = await planMetadata(edit.resource, edit.user.id, ids, edit.operation, formers);
	return continueOn(bulkEditPage(edit.resource, await createBulkEdit(subject, edit, items)));
}

const nothingSelected: Problem = { title: "Nothing selected", message: "Nothing was changed." };

export async function runBulkEditAction(_: BulkRunState, form: FormData): Promise<BulkRunState> {
	return runAction("refresh token", form, (edit) =>
		"user" in edit ? metadataWork(edit.resource, edit.operation) : null,
	);
}
