"use server";

import { type EditState, formOf } from "@/app/_editor/edit-state";
import { createEdited } from "@/app/_editor/submitted-edit";
import { deleteResource } from "@/app/_forms/after-write";
import { createClientRequest } from "@/lib/contract/client/client-request";
import {
	type CreateOutcome,
	createApplication,
	deleteApplication,
} from "@/lib/dashboard/management/applications/write-applications";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { resources } from "@/lib/dashboard/resources/resources";
import { type SecretShown, shownSecret } from "../_access/shown-secret";
import { newApplicationEditor } from "./application-editor";
import { createRequestOf } from "./application-request";
import { applicationSave } from "./application-save";

/** The result of a create. */
export type CreateResult = ({ kind: "created" } & SecretShown) | Exclude<CreateOutcome, { kind: "created" }>;

/** What the form of a new application shows after a submission. */
export type CreateState = EditState<(typeof newApplicationEditor)["fields"], CreateResult>;

const { path, title, idField } = resources.application;

/**
 * Creates an application. Its secret is in this result alone: nothing redirects, so the page that shows it is the
 * response to this very request, with scripts and without.
 */
export async function createApplicationAction(_: unknown, form: FormData): Promise<CreateState> {
	const checks = { editor: newApplicationEditor, idField, subject: "application" as const };
	return createEdited(checks, form, async (content, edit): Promise<CreateState> => {
		const body = createClientRequest.parse(createRequestOf(content));
		try {
			const outcome = await createApplication(body);
			if (outcome.kind !== "created") return { kind: "settled", made: outcome, ...formOf(edit) };
			// How it authenticates is as it was sent, where the tenant's answer does not say.
			const application = { token_endpoint_auth_method: body.token_endpoint_auth_method, ...outcome.application };
			const made: CreateResult = { kind: "created", ...shownSecret(application, outcome.secret) };
			return { kind: "settled", made, ...formOf(edit) };
		} catch (error) {
			if (!(error instanceof ManagementError && error.outcomeUnknown)) throw error;
			const message = `We can’t tell whether “${body.name}” was created. Look in ${title}, or try again: it won’t be created twice.`;
			const link = { href: path, text: `Open ${title}` };
			return { kind: "failed", problem: { ...problemOf(error, "application"), message, link }, ...formOf(edit) };
		}
	});
}

/** Saves what was changed of an application after reading it again, so that no other admin's change is overwritten unseen. */
export async function updateApplicationAction(_: unknown, form: FormData) {
	return applicationSave.update(form);
}

export async function deleteApplicationAction(_: unknown, form: FormData) {
	return deleteResource("application", form, deleteApplication);
}
