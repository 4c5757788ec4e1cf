import { type PostedEdit, readPostedEdit } from "@/app/_certificates/posted-edit";
import { postedValues } from "../edit/posted-values";
import type { SingleSignOnContent, SingleSignOnValues } from "../edit/single-sign-on-content";
import { singleSignOnContent, singleSignOnValues } from "../edit/single-sign-on-form-schema";

export type PostedSingleSignOn = PostedEdit<SingleSignOnContent, SingleSignOnValues>;

/** @returns null for a form that no page of this version sends */
export function readPostedSingleSignOn(form: FormData): PostedSingleSignOn | null {
	const shape = { idField: "applicationId", content: singleSignOnContent, values: singleSignOnValues, postedValues };
	return readPostedEdit(form, shape);
}
