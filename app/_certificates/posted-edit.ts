import { z } from "zod";
import type { Choice } from "@/app/_forms/conflict/choice";
import type { Versions } from "@/app/_forms/conflict/edit-steps";
import { postedChoices } from "@/app/_forms/conflict/posted-choices";
import { withoutPrivateKey } from "./pem";

/** What a form with another side's signing certificate was opened on and what it shall become, as it was posted. */
export type PostedEdit<Content, Values> = {
	/** Empty for what is new. */
	id: string;
	opened: Content;
	/** Without any private key. */
	values: Values;
	isKeyWithheld: boolean;
	/** A conflict that the page without scripts showed, with whose version was chosen for each contested field. */
	conflict: { versions: Versions<Content>; choices: (Choice | null)[] } | null;
};

type Shape<Content, Values> = {
	idField: string;
	content: z.ZodType<Content>;
	values: z.ZodType<Values>;
	/** Reads the fields of the form without scripts. */
	postedValues: (form: FormData) => Values;
};

/** Reads the form, with scripts and without. @returns null for a form that no page of this version sends */
export function readPostedEdit<Content, Values extends { signingCert: string }>(
	form: FormData,
	shape: Shape<Content, Values>,
): PostedEdit<Content, Values> | null {
	const versions = z.object({ opened: shape.content, theirs: shape.content, yours: shape.content });
	try {
		const shown = form.has("conflict") ? versions.parse(jsonOf(form, "conflict")) : null;
		const values = form.has("values") ? shape.values.parse(jsonOf(form, "values")) : shape.postedValues(form);
		const { text, isWithheld } = withoutPrivateKey(values.signingCert);
		const wasWithheld = !form.has("values") && withoutPrivateKey(String(form.get("signingCert") ?? "")).isWithheld;
		return {
			id: String(form.get(shape.idField) ?? ""),
			opened: shape.content.parse(jsonOf(form, "opened")),
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
