"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { createClientRequest } from "@/lib/contract/client/client-request";
import { createApplication, deleteApplication } from "@/lib/dashboard/management/applications/write-applications";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { setFlash } from "@/lib/dashboard/request/flash";
import { sentForm } from "@/lib/dashboard/request/read-form";
import { requireActionRole } from "@/lib/dashboard/session/session";
import { contentChanges } from "../../edit/application-changes";
import { type ApplicationContent, type ApplicationFormValues, wantedContent } from "../../edit/application-content";
import { isUndecided, onConflict, onPostedChoices } from "../../edit/application-edit";
import { refusedFields } from "../../edit/application-form-schema";
import type { ApplicationFormState, CreateFormState } from "../../edit/application-form-state";
import { createRequestOf } from "../../edit/application-request";
import { applicationHistory } from "../../history/application-history";
import { shownSecret } from "../../secret/shown-secret";
import { type PostedApplication, readPostedApplication } from "./posted-application";
import { postedContent } from "./posted-content";
import { refusedField } from "./refused-field";
import { saveApplication } from "./save-application";

const outdated: Problem = {
	title: "This page is out of date",
	message: "The console did not understand what the page sent. Nothing was changed. Copy what you typed and reload.",
};

/**
 * Creates an application. Its secret is in this answer alone: nothing redirects, so the page that shows it is the answer
 * to this very request, with scripts and without.
 */
export async function createApplicationAction(_: CreateFormState, form: FormData): Promise<CreateFormState> {
	const posted = readPostedApplication(sentForm(form));
	if (!posted) return { problem: outdated };
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
	if (!posted?.opened || !posted.id) return { problem: outdated };
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
	// The page's heading is the name.
	const { name } = outcome.kind === "conflict" ? outcome.theirs : outcome.after;
	if (name !== opened.name) revalidatePath(`/applications/${id}`);
	if (outcome.kind === "conflict") {
		const { edit, values } = onConflict({ opened, theirs: outcome.theirs, yours: wanted });
		return { values, opened: outcome.theirs, ...(edit.conflict && { conflict: edit.conflict }) };
	}
	const { before, after, differing } = outcome;
	const history = await applicationHistory(id).catch(() => null);
	return { opened: after, saved: { before, after, differing, history, at: new Date().toISOString() } };
}

/** The values with the choices that a page without scripts posts; or what to show where one is still missing. */
function decided(posted: PostedApplication & { opened: ApplicationContent }): {
	values: ApplicationFormValues;
	state?: ApplicationFormState;
} {
	const { opened, values, conflict } = posted;
	if (!conflict) return { values };
	const shown = { opened, conflict: { ...conflict.versions, choices: {} } };
	const step = onPostedChoices({ edit: shown, values }, conflict.choices);
	if (!isUndecided(step.edit, step.values)) return { values: step.values };
	const { conflict: open } = step.edit;
	return {
		values: step.values,
		state: { values: step.values, opened, isUndecided: true, ...(open && { conflict: open }) },
	};
}
