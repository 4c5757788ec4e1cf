import { CHOICES, type Choice } from "@/app/forms/conflict/choice";
import { withoutPrivateKey } from "../certificate/pem";
import { type TemplateFormValues, toggled, type WantedElement } from "./template-form-values";

/**
 * Reads the native controls of a form: what was posted without scripts, or typed before they ran.
 * @param source where the ticked elements get their values from, as in `toggled`
 */
export function postedValues(form: FormData, source: readonly WantedElement[]): TemplateFormValues {
	const text = (name: string) => String(form.get(name) ?? "");
	const texts = (name: string) => form.getAll(name).map(String);
	const [ticked, untouched] = [texts("attribute"), new Set(texts("listedFalse"))];
	const listedFalse = source.filter(([name, json]) => json === "false" && untouched.has(name));
	// A posted text area has the line breaks of the wire.
	const { text: certificateAuthority, isWithheld } = withoutPrivateKey(
		text("certificateAuthority").replaceAll("\r\n", "\n"),
	);
	return {
		name: text("name"),
		type: text("type"),
		certificateAuthority,
		elements: toggled(listedFalse, ticked, true, source),
		added: text("added"),
		isKeyWithheld: isWithheld,
	};
}

const CHOICES_MAX = 1000;

/** What was chosen for each contested field of a conflict, by position: the n-th choice is posted as `choice-n`. */
export function postedChoices(form: FormData): (Choice | null)[] {
	const count = Math.min(Number(form.get("contested") ?? 0), CHOICES_MAX);
	return Array.from({ length: count }, (_, index) => {
		const posted = form.get(`choice-${index}`);
		return CHOICES.find((choice) => choice === posted) ?? null;
	});
}
