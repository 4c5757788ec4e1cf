import { z } from "zod";
import { withoutPrivateKey } from "@/app/certificates/pem";
import type { Choice } from "@/app/forms/conflict/choice";
import { postedChoices } from "@/app/forms/conflict/posted-choices";
import { postedValues } from "../edit/posted-values";
import type { SingleSignOnContent, SingleSignOnValues } from "../edit/single-sign-on-content";
import type { SingleSignOnVersions } from "../edit/single-sign-on-edit";
import { singleSignOnContent, singleSignOnValues } from "../edit/single-sign-on-form-schema";

/** What a form was opened on and what it shall become, as it was posted. */
export type PostedSingleSignOn = {
	id: string;
	opened: SingleSignOnContent;
	/** Without any private key. */
	values: SingleSignOnValues;
	isKeyWithheld: boolean;
	/** A conflict that the page without scripts showed, with whose version was chosen for each contested field. */
	conflict: { versions: SingleSignOnVersions; choices: (Choice | null)[] } | null;
};

const versions = z.object({ opened: singleSignOnContent, theirs: singleSignOnContent, yours: singleSignOnContent });

/** Reads the form, with scripts and without. @returns null for a form that no page of this version sends */
export function readPostedSingleSignOn(form: FormData): PostedSingleSignOn | null {
	try {
		const shown = form.has("conflict") ? versions.parse(jsonOf(form, "conflict")) : null;
		const values = form.has("values") ? singleSignOnValues.parse(jsonOf(form, "values")) : postedValues(form);
		const { text, isWithheld } = withoutPrivateKey(values.signingCert);
		const wasWithheld = !form.has("values") && withoutPrivateKey(String(form.get("signingCert") ?? "")).isWithheld;
		return {
			id: String(form.get("applicationId") ?? ""),
			opened: singleSignOnContent.parse(jsonOf(form, "opened")),
			values: { ...values, signingCert: text },
			isKeyWithheld: isWithheld || wasWithheld,
			conflict: shown && { versions: shown, choices: postedChoices(form) },
		};
	} catch {
		return null;
	}
}

function jsonOf(form: FormData, name: string): unknown {
	return JSON.parse(String(form.get(name)));
}
