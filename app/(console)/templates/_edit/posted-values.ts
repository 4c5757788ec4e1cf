import { withoutPrivateKey } from "@/app/_certificates/pem";
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
