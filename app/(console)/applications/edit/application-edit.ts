import { type Conflict, type Edit, type EditStep, editSteps, type Versions } from "@/app/forms/conflict/edit-steps";
import { contentOfFields, fieldsOf, withField } from "./application-changes";
import { type ApplicationContent, type ApplicationFormValues, valuesOf, wantedContent } from "./application-content";

export type ApplicationVersions = Versions<ApplicationContent>;
export type ApplicationConflict = Conflict<ApplicationContent>;
export type ApplicationEdit = Edit<ApplicationContent>;
export type ApplicationStep = EditStep<ApplicationContent, ApplicationFormValues>;

/** The steps of editing an application, which two may do at a time. */
export const {
	mergeOf,
	onConflict,
	contestedChoices,
	onChoice,
	onPostedChoices,
	isUndecided,
	onSaved,
	onDraft,
	decided,
} = editSteps<ApplicationContent, ApplicationFormValues>({
	...{ fieldsOf, contentOfFields, valuesOf, wantedContent, withField },
});
