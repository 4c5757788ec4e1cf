import { type Edit, type EditStep as EditStepOf, editSteps } from "@/app/_forms/conflict/edit-steps";
import { contentOfFields, fieldsOf, wantedContent, withField } from "./template-changes";
import { type TemplateContent, type TemplateFormValues, valuesOf } from "./template-form-values";

/** What an edit rests on: the template as it was opened, and a conflict about it that is being settled. */
export type TemplateEdit = Edit<TemplateContent>;

/** Both versions of an edit and what is wanted. The two always move together. */
export type EditStep = EditStepOf<TemplateContent, TemplateFormValues>;

/** The steps of editing a template, which two may do at a time. */
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
} = editSteps<TemplateContent, TemplateFormValues>({ fieldsOf, contentOfFields, valuesOf, wantedContent, withField });
