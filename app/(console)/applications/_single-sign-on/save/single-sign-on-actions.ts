"use server";

import { revalidatePath } from "next/cache";
import { outdatedPage } from "@/app/_forms/outdated-page";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { sentForm } from "@/lib/dashboard/request/read-form";
import { requireActionRole } from "@/lib/dashboard/session/session";
import { readServiceProviderMetadata } from "@/lib/dashboard/single-sign-on/service-provider-metadata";
import { UnreadableMetadata } from "@/lib/dashboard/single-sign-on/unreadable-metadata";
import { applicationHistory } from "../../_history/application-history";
import { fillFromMetadata } from "../edit/fill-from-metadata";
import { contentChanges } from "../edit/single-sign-on-changes";
import { type SingleSignOnContent, wantedContent } from "../edit/single-sign-on-content";
import { steps } from "../edit/single-sign-on-edit";
import { refusedFields } from "../edit/single-sign-on-form-schema";
import type { SingleSignOnFormState } from "../edit/single-sign-on-form-state";
import { postedContent } from "./posted-content";
import { type PostedSingleSignOn, readPostedSingleSignOn } from "./posted-single-sign-on";
import { refusedField } from "./refused-field";
import { saveSingleSignOn } from "./save-single-sign-on";

/** Saves how people sign in to an application, or fills the form from metadata: that sends nothing. */
export async function singleSignOnAction(_: SingleSignOnFormState, form: FormData): Promise<SingleSignOnFormState> {
	const sent = sentForm(form);
	const posted = readPostedSingleSignOn(sent);
	if (!posted?.id) return { problem: outdatedPage };
	const { id, opened } = posted;
	postedContent.keep(id, opened);
	try {
		await requireActionRole("editor");
		if (sent.get("intent") === "fill") return filled(posted, String(sent.get("metadata") ?? ""));
		const { values, state } = steps.decided(posted);
		if (state) return state;
		if (posted.isKeyWithheld) return { values, opened, isKeyWithheld: true, faults: { signingCert: WITHHELD } };
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

const WITHHELD = "This held a private key. It was taken out and kept nowhere; only the certificate belongs here.";

function filled({ opened, values }: PostedSingleSignOn, text: string): SingleSignOnFormState {
	try {
		const { notes, values: full } = fillFromMetadata(opened, values, readServiceProviderMetadata(text));
		return { opened, values: full, isFilled: true, fill: { notes } };
	} catch (error) {
		if (!(error instanceof UnreadableMetadata)) throw error;
		return { opened, values, fill: { refusal: error.message } };
	}
}

async function saved(
	id: string,
	opened: SingleSignOnContent,
	wanted: SingleSignOnContent,
): Promise<SingleSignOnFormState> {
	const outcome = await saveSingleSignOn(id, opened, wanted);
	if (outcome.kind === "conflict") {
		const { edit, values } = steps.onConflict({ opened, theirs: outcome.theirs, yours: wanted });
		return { values, opened: outcome.theirs, ...(edit.conflict && { conflict: edit.conflict }) };
	}
	// What the other side is told stands beside the form.
	revalidatePath(`/applications/${id}/single-sign-on`);
	const { before, after, differing } = outcome;
	const history = await applicationHistory(id).catch(() => null);
	return { opened: after, saved: { before, after, differing, history, at: new Date().toISOString() } };
}
