import { z } from "zod";
import type { Choice } from "@/app/_forms/conflict/choice";
import { postedChoices } from "@/app/_forms/conflict/posted-choices";
import { postedValues } from "../../_edit/posted-values";
import { templateContent, templateFormValues } from "../../_edit/template-form-schema";
import type { TemplateVersions } from "../../_edit/template-form-state";
import { type TemplateContent, type TemplateFormValues, wantedOf } from "../../_edit/template-form-values";
import type { TryItKind } from "../../try-it/_run/try-it-answer";

/** What the button that was pressed asks for. */
export type TemplateIntent =
	| { kind: "save" }
	| { kind: "import" }
	| { kind: "fix"; advice: string }
	| { kind: "try"; tool: TryItKind | "wallet" };

export type PostedTemplate = {
	id: string;
	/** Null for a new template. */
	opened: TemplateContent | null;
	values: TemplateFormValues;
	intent: TemplateIntent;
	/** A conflict that the page without scripts showed, with whose version was chosen for each contested field. */
	conflict: { versions: TemplateVersions; choices: (Choice | null)[] } | null;
};

const versions = z.object({ opened: templateContent, theirs: templateContent, yours: templateContent });
const TOOLS = ["simulate", "check", "wallet"] as const;
const source = z.array(z.tuple([z.string(), z.string()]));

/**
 * Reads the template form. With scripts its values come as one JSON text; without, as the browser posts its controls.
 * @returns null for a form that no page of this version sends
 */
export function readPostedTemplate(form: FormData): PostedTemplate | null {
	try {
		const opened = form.has("opened") ? templateContent.parse(jsonOf(form, "opened")) : null;
		const shown = form.has("conflict") ? versions.parse(jsonOf(form, "conflict")) : null;
		return {
			id: String(form.get("templateId") ?? ""),
			opened,
			values: form.has("values") ? templateFormValues.parse(jsonOf(form, "values")) : valuesIn(form, opened),
			intent: intentOf(form.get("intent")),
			conflict: shown && { versions: shown, choices: postedChoices(form) },
		};
	} catch {
		return null;
	}
}

/** The native controls; ticked elements get their values from what was opened, or from what a new template is a copy of. */
function valuesIn(form: FormData, opened: TemplateContent | null): TemplateFormValues {
	const copied = form.has("source") ? source.parse(jsonOf(form, "source")) : [];
	return templateFormValues.parse(postedValues(form, opened ? wantedOf(opened.elements) : copied));
}

function jsonOf(form: FormData, name: string): unknown {
	return JSON.parse(String(form.get(name)));
}

function intentOf(value: FormDataEntryValue | null): TemplateIntent {
	if (value === "import") return { kind: "import" };
	for (const tool of TOOLS) if (value === `try ${tool}`) return { kind: "try", tool };
	const advice = /^fix ([a-z-]+)$/.exec(String(value))?.[1];
	return advice ? { kind: "fix", advice } : { kind: "save" };
}
