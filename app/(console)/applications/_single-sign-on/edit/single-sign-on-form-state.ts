import type { PastChange } from "@/app/_editor/past-change";
import type { FillOutcome } from "@/app/_forms/fill-panel";
import type { EditFormState, EditSave } from "@/app/_forms/use-edit-form";
import type { SingleSignOnContent, SingleSignOnValues } from "./single-sign-on-content";
import type { SingleSignOnFaults } from "./single-sign-on-faults";

export type SingleSignOnSave = EditSave<SingleSignOnContent> & {
	/** Fields, in words, that the service stored otherwise than was sent. */
	differing: string[];
	/** The application's history, the save included; null where it can't be read just now. */
	history: PastChange[] | null;
};

export type SingleSignOnFormState = EditFormState<SingleSignOnContent, SingleSignOnValues, SingleSignOnFaults> & {
	saved?: SingleSignOnSave;
	fill?: FillOutcome;
	/** A pasted private key was taken out. */
	isKeyWithheld?: boolean;
};
