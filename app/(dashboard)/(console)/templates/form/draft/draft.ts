import type { MdlElements } from "@/lib/contract/mdl-elements";
import { elementsOfForm, rebaseElements, selectionOf, type TemplateFormValues } from "../template-form-values";
import type { Draft } from "../use-draft";

/** A draft as the session storage holds it, or null where that is something else. */
export function readDraft(text: string): Draft | null {
	try {
		const { values, stored } = JSON.parse(text) as Partial<Draft>;
		if (!values || !stored) return null;
		const isText = [values.name, values.type, values.certificateAuthority, values.added].every(
			(value) => typeof value === "string",
		);
		return isText && Array.isArray(values.attributes) && Array.isArray(values.listedFalse) ? { values, stored } : null;
	} catch {
		return null;
	}
}

/** The draft's values on top of what the service holds by now: its own changes only, everybody else's kept. */
export function rebaseDraft({ values, stored }: Draft, storedNow: MdlElements): TemplateFormValues {
	const elements = rebaseElements(stored, elementsOfForm(stored, values), storedNow);
	return { ...values, ...selectionOf(elements), added: "" };
}
