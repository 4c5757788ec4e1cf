import { type Conflict, editSteps } from "@/app/_forms/conflict/edit-steps";
import { contentOfFields, fieldsOf, withField } from "./single-sign-on-changes";
import { type SingleSignOnContent, type SingleSignOnValues, valuesOf, wantedContent } from "./single-sign-on-content";

export type SingleSignOnConflict = Conflict<SingleSignOnContent>;

/** The steps of editing how people sign in to an application, which two may do at a time. */
export const steps = editSteps<SingleSignOnContent, SingleSignOnValues>({
	...{ fieldsOf, contentOfFields, valuesOf, wantedContent, withField },
});
