"use client";

import { postedChoices } from "@/app/_forms/conflict/posted-choices";
import { type EditFormModel, useEditForm } from "@/app/_forms/use-edit-form";
import { postedValues } from "../edit/posted-values";
import { contentChanges, hasEdits } from "../edit/single-sign-on-changes";
import {
	type SingleSignOnContent,
	type SingleSignOnValues,
	valuesOf,
	wantedContent,
} from "../edit/single-sign-on-content";
import { steps } from "../edit/single-sign-on-edit";
import { type SingleSignOnFaults, singleSignOnFaults } from "../edit/single-sign-on-faults";
import type { SingleSignOnFormState } from "../edit/single-sign-on-form-state";
import { singleSignOnAction } from "../save/single-sign-on-actions";

const model: EditFormModel<SingleSignOnContent, SingleSignOnValues, SingleSignOnFaults> = {
	...{ valuesOf, wantedContent, changes: contentChanges, hasEdits, faults: singleSignOnFaults },
	...{ steps, postedValues, postedChoices },
};

const nothing: SingleSignOnFormState = {};

/** The store of the form of an application's single sign-on. */
export function useSingleSignOnForm(id: string, rememberedAs: string, start: SingleSignOnContent, canWrite: boolean) {
	return useEditForm({
		...{ id, postedAs: "applicationId" as const, rememberedAs, start, canWrite },
		...{ action: singleSignOnAction, nothing, model },
	});
}
