"use client";

import { postedChoices } from "@/app/forms/conflict/posted-choices";
import { type EditFormModel, useEditForm } from "@/app/forms/use-edit-form";
import { contentChanges, hasEdits } from "../edit/application-changes";
import {
	type ApplicationContent,
	type ApplicationFormValues,
	valuesOf,
	wantedContent,
} from "../edit/application-content";
import { steps } from "../edit/application-edit";
import { type ApplicationFaults, applicationFaults } from "../edit/application-faults";
import type { ApplicationFormState } from "../edit/application-form-state";
import { postedValues } from "../edit/posted-values";
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
