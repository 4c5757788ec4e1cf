import { type Conflict, editSteps, type Versions } from "@/app/_forms/conflict/edit-steps";
import { contentOfFields, fieldsOf, withField } from "./application-changes";
import { type ApplicationContent, type ApplicationFormValues, valuesOf, wantedContent } from "./application-content";

export type ApplicationVersions = Versions<ApplicationContent>;
export type ApplicationConflict = Conflict<ApplicationContent>;

/** The steps of editing an application, which two may do at a time. */
export const steps = editSteps<ApplicationContent, ApplicationFormValues>({
	...{ fieldsOf, contentOfFields, valuesOf, wantedContent, withField },
});

export const { mergeOf, onConflict, contestedChoices, onChoice, isUndecided, onDraft, decided } = steps;
