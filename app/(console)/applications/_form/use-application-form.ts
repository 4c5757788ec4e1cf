"use client";

import { postedChoices } from "@/app/_forms/conflict/posted-choices";
import { type EditFormModel, useEditForm } from "@/app/_forms/use-edit-form";
import { contentChanges, hasEdits } from "../_edit/application-changes";
import {
	type ApplicationContent,
	type ApplicationFormValues,
	valuesOf,
	wantedContent,
} from "../_edit/application-content";
import { steps } from "../_edit/application-edit";
import { type ApplicationFaults, applicationFaults } from "../_edit/application-faults";
import type { ApplicationFormState } from "../_edit/application-form-state";
import { postedValues } from "../_edit/posted-values";
import { updateApplicationAction } from "./save/application-actions";

const model: EditFormModel<ApplicationContent, ApplicationFormValues, ApplicationFaults> = {
	...{ valuesOf, wantedContent, changes: contentChanges, hasEdits, faults: applicationFaults },
	...{ steps, postedValues, postedChoices },
};

const nothing: ApplicationFormState = {};

/** The store of the form of a stored application. */
export function useApplicationForm(id: string, start: ApplicationContent, canWrite: boolean) {
	return useEditForm({
		...{ id, postedAs: "applicationId" as const, rememberedAs: id, start, canWrite },
		...{ action: updateApplicationAction, nothing, model },
	});
}
