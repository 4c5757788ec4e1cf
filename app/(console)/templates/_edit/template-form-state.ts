import type { PastChange } from "@/app/_editor/past-change";
import type { Conflict, Versions } from "@/app/_forms/conflict/edit-steps";
import type { Problem } from "@/lib/dashboard/problem/problem";
import type { ImportResult } from "../_transfer/import-result";
import type { TemplateFaults } from "./template-faults";
import type { TemplateContent, TemplateFormValues } from "./template-form-values";

export type TemplateVersions = Versions<TemplateContent>;
export type TemplateConflict = Conflict<TemplateContent>;

/** A save that the service has carried out. */
export type TemplateSave = {
	/** What it replaced: Undo goes back to it. */
	before: TemplateContent;
	/** What the service holds now. */
	after: TemplateContent;
	/** Fields, in words, that the service stored otherwise than was sent. */
	differing: string[];
	/** The template's history, the save included; null where it can't be read just now. */
	history: PastChange[] | null;
	/** ISO 8601 UTC, by the console's clock. */
	at: string;
};

/** What the form shows after an answer. Data only: it crosses to the browser. */
export type TemplateFormState = {
	/** The values to show; absent: those that are there. */
	values?: TemplateFormValues;
	/** What counts as unchanged from now on; absent: as before. */
	opened?: TemplateContent;
	faults?: TemplateFaults;
	problem?: Problem;
	/** The service refused the name (409): the cursor belongs there. */
	isNameTaken?: boolean;
	conflict?: TemplateConflict;
	/** For some contested field nothing was chosen. */
	isUndecided?: boolean;
	saved?: TemplateSave;
	/** Nothing was changed, so nothing was sent. */
	isUnchanged?: boolean;
	/** A template's JSON was put into the form, or could not be. */
	imported?: ImportResult;
};
