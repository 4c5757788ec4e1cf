import { z } from "zod";
import type { Choice } from "@/app/_forms/conflict/choice";
import { postedChoices } from "@/app/_forms/conflict/posted-choices";
import type { ApplicationContent, ApplicationFormValues } from "../../_edit/application-content";
import type { ApplicationVersions } from "../../_edit/application-edit";
import { applicationContent, applicationFormValues } from "../../_edit/application-form-schema";
import { postedValues } from "../../_edit/posted-values";

export type PostedApplication = {
	id: string;
	/** Null for a new application. */
	opened: ApplicationContent | null;
	values: ApplicationFormValues;
	/** A conflict that the page without scripts showed, with whose version was chosen for each contested field. */
	conflict: { versions: ApplicationVersions; choices: (Choice | null)[] } | null;
};

const versions = z.object({ opened: applicationContent, theirs: applicationContent, yours: applicationContent });

/**
 * Reads the application form. With scripts its values come as one JSON text; without, as the browser posts its controls.
 * @returns null for a form that no page of this version sends
 */
export function readPostedApplication(form: FormData): PostedApplication | null {
	try {
		const shown = form.has("conflict") ? versions.parse(jsonOf(form, "conflict")) : null;
		return {
			id: String(form.get("applicationId") ?? ""),
			opened: form.has("opened") ? applicationContent.parse(jsonOf(form, "opened")) : null,
			values: form.has("values") ? applicationFormValues.parse(jsonOf(form, "values")) : postedValues(form),
			conflict: shown && { versions: shown, choices: postedChoices(form) },
		};
	} catch {
		return null;
	}
}

function jsonOf(form: FormData, name: string): unknown {
	return JSON.parse(String(form.get(name)));
}
