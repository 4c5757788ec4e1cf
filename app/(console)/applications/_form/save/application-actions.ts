"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { outdatedPage } from "@/app/_forms/outdated-page";
import { createClientRequest } from "@/lib/contract/client/client-request";
import { createApplication, deleteApplication } from "@/lib/dashboard/management/applications/write-applications";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { setFlash } from "@/lib/dashboard/request/flash";
import { sentForm } from "@/lib/dashboard/request/read-form";
import { requireActionRole } from "@/lib/dashboard/session/session";
import { contentChanges } from "../../_edit/application-changes";
import { type ApplicationContent, wantedContent } from "../../_edit/application-content";
import { decided, onConflict } from "../../_edit/application-edit";
import { refusedFields } from "../../_edit/application-form-schema";
import type { ApplicationFormState, CreateFormState } from "../../_edit/application-form-state";
import { createRequestOf } from "../../_edit/application-request";
import { applicationHistory } from "../../_history/application-history";
import { shownSecret } from "../../_secret/shown-secret";
import { readPostedApplication } from "./posted-application";
import { postedContent } from "./posted-content";
import { refusedField } from "./refused-field";
import { saveApplication } from "./save-application";

/**
 * Creates an application. Its secret is in this answer alone: nothing redirects, so the page that shows it is the answer
 * to this very request, with scripts and without.
 */
export async function createApplicationAction(_: CreateFormState, form: FormData): Promise<CreateFormState> {
	const posted = readPostedApplication(sentForm(form));
	if (!posted) return { problem: outdatedPage };
	const { values } = posted;
	try {
		await requireActionRole("editor");
		const faults = refusedFields(null, values);
		if (faults) return { values, faults };
		const outcome = await createApplication(createClientRequest.parse(createRequestOf(values)));
		if (outcome.kind === "created") {
			return { result: { kind: "created", ...shownSecret(outcome.application, outcome.secret) } };
		}
		if (outcome.kind !== "found") return { values, result: outcome };
		const applications = outcome.applications.map(({ client_id, name }) => ({
			clientId: client_id,
			name: name ?? client_id,
		}));
		return { values, result: { kind: "found", applications } };
	} catch (error) {
		const problem = problemOf(error, "application");
		const faults = refusedField(problem);
		return faults ? { values, faults } : { values, problem };
	}
}

/** Saves what was changed of an application after reading it again, so that nobody's change is overwritten unseen. */
export async function updateApplicationAction(_: ApplicationFormState, form: FormData): Promise<ApplicationFormState> {
	const posted = readPostedApplication(sentForm(form));
	if (!posted?.opened || !posted.id) return { problem: outdatedPage };
	const { id, opened } = posted;
	postedContent.keep(id, opened);
	try {
		await requireActionRole("editor");
		const { values, state } = decided({ ...posted, opened });
		if (state) return state;
		const faults = refusedFields(opened, values);
		if (faults) return { values, opened, faults };
		const wanted = wantedContent(opened, values);
		if (contentChanges(opened, wanted).length === 0) return { values, opened, isUnchanged: true };
		return await saved(id, opened, wanted);
	} catch (error) {
		const problem = problemOf(error, "application");
		const faults = refusedField(problem);
		return { values: posted.values, opened, ...(faults ? { faults } : { problem }) };
	}
}

export async function deleteApplicationAction(
	_: { problem?: Problem },
	form: FormData,
): Promise<{ problem?: Problem }> {
	try {
		await requireActionRole("editor");
		await deleteApplication(String(sentForm(form).get("applicationId")));
	} catch (error) {
		return { problem: problemOf(error, "application") };
	}
	await setFlash("/applications", "Application deleted.");
	redirect("/applications");
}

async function saved(
	id: string,
	opened: ApplicationContent,
	wanted: ApplicationContent,
): Promise<ApplicationFormState> {
	const outcome = await saveApplication(id, opened, wanted);
	// The page's heading is the name, and what it offers beside the form goes by the grant types.
	const { name, grants } = outcome.kind === "conflict" ? outcome.theirs : outcome.after;
	if (name !== opened.name || grants.join() !== opened.grants.join()) revalidatePath(`/applications/${id}`);
	if (outcome.kind === "conflict") {
		const { edit, values } = onConflict({ opened, theirs: outcome.theirs, yours: wanted });
		return { values, opened: outcome.theirs, ...(edit.conflict && { conflict: edit.conflict }) };
	}
	const { before, after, differing } = outcome;
	const history = await applicationHistory(id).catch(() => null);
	return { opened: after, saved: { before, after, differing, history, at: new Date().toISOString() } };
}
