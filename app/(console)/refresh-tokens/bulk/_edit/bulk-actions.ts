"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { userLabel } from "@/lib/dashboard/management/user-labels";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { sentForm } from "@/lib/dashboard/request/read-form";
import { requireActionRole, SessionError } from "@/lib/dashboard/session/session";
import type { BulkEditHead } from "@/lib/dashboard/store/bulk-edit";
import { leavePlannedTokens } from "@/lib/dashboard/store/bulk-edit-claims";
import { createBulkEdit, findBulkEditHead, setBulkRun } from "@/lib/dashboard/store/bulk-edits";
import { type BulkFormErrors, type BulkFormValues, bulkOperationOf, readBulkForm } from "./bulk-form-data";
import { planTokens } from "./plan-tokens";
import { type RunPause, runBulkEdit } from "./run-bulk-edit";

/** What the form shows after an answer: what was typed, and what stops it. */
export type BulkFormState = { values?: BulkFormValues; errors?: BulkFormErrors; problem?: Problem };

/** Reads the tokens and keeps what the operation would do to each. Nothing is written to the service. */
export async function previewBulkEditAction(_: BulkFormState, form: FormData): Promise<BulkFormState> {
	const input = readBulkForm(sentForm(form));
	if (!input) return { problem: { title: "No tokens", message: "Nothing was read and nothing was changed." } };
	const { userId, tokenIds, values } = input;
	let id: string;
	try {
		const { subject } = await requireActionRole("editor");
		const operation = bulkOperationOf(values);
		if (!("kind" in operation)) return { values, errors: operation };
		const tokens = await planTokens(userId, tokenIds, operation);
		id = await createBulkEdit(subject, { user: { id: userId, label: await userLabel(userId) }, operation }, tokens);
	} catch (error) {
		return { values, problem: problemOf(error, "user") };
	}
	redirect(`/refresh-tokens/bulk/${id}`);
}

/** `pause`: when the page should ask to go on; absent or null: not by itself. */
export type BulkRunState = { pause?: RunPause; problem?: Problem };

/**
 * A page with scripts asks again at once, and can be stopped in between; one without has a person press a button, and
 * the token that is begun last needs some of the request's time.
 */
const STEP_MS = 1000;
const PATIENT_STEP_MS = 5_000;

const noEdit: Problem = {
	title: "No bulk edit with this identifier",
	message: "It is kept for a day, for the admin who made it. Nothing was changed.",
};

/**
 * Applies a bulk edit for a while, goes on with it, stops it, or gives up the rest. Who is asking and whether they may
 * write is looked at each time.
 */
export async function runBulkEditAction(_: BulkRunState, form: FormData): Promise<BulkRunState> {
	const fields = sentForm(form);
	let edit: BulkEditHead | null = null;
	try {
		const { subject } = await requireActionRole("editor");
		edit = await findBulkEditHead(subject, String(fields.get("edit")));
		if (!edit) return { problem: noEdit };
		const pause = await carryOut(edit, fields.get("intent"), fields.get("patient") === "yes");
		refresh();
		return { pause };
	} catch (error) {
		const problem = problemOf(error, "refresh token");
		if (edit && !(error instanceof SessionError)) await stopAfterFailure(edit.id);
		refresh();
		return { problem };
	}
}

async function carryOut(edit: BulkEditHead, intent: FormDataEntryValue | null, isPatient: boolean): Promise<RunPause> {
	if (intent === "stop" || intent === "leave") {
		await setBulkRun(edit.id, "stopped");
		if (intent === "leave") await leavePlannedTokens(edit.id);
		return null;
	}
	if (intent === "apply") await setBulkRun(edit.id, "running");
	return runBulkEdit(edit, Date.now() + (isPatient ? PATIENT_STEP_MS : STEP_MS));
}

/** Where the store itself failed, the run has ended all the same: nobody asks to go on. */
async function stopAfterFailure(id: string): Promise<void> {
	await setBulkRun(id, "stopped").catch(() => {});
}
