import { elementsOf } from "@/lib/contract/mdl-elements";
import { presentationRequest } from "@/lib/contract/presentation-request";
import { TEMPLATE_DIALECT, TRUSTED_ISSUERS } from "@/lib/contract/template-defaults";
import { selectionOf, type TemplateFormValues } from "../form/template-form-values";

/** What an import put into the form, and what the admin should know about it; or why it put nothing there. */
export type ImportOutcome =
	| { values: TemplateFormValues; notes: string[]; refusal?: undefined }
	| { values?: undefined; notes?: undefined; refusal: string };

/**
 * Reads a template as JSON into the values of a form, for a new template. It is only ever put into the form: what
 * is sent later is what the form shows.
 * @param text a template as the export or the management interface gives it, or the body of a create request
 */
export function importTemplate(text: string, values: TemplateFormValues): ImportOutcome {
	const source = parse(text);
	if (!source) return { refusal: "This is not the JSON of a template: an object in curly braces is expected." };
	const presentation = presentationRequest.safeParse(source.presentation);
	if (!presentation.success) {
		const { path, message } = presentation.error.issues[0] ?? { path: [], message: "" };
		const place = ["presentation", ...path].join(" → ");
		return { refusal: `Its presentation request can't be read. At ${place}: ${message}` };
	}
	const elements = elementsOf(presentation.data);
	const { attributes, listedFalse } = selectionOf(elements);
	const odd = attributes.filter((name) => elements[name] !== true);
	const textOf = (name: string) => (typeof source[name] === "string" ? source[name] : "");
	const notes = [
		listedFalse.length > 0 && `${listedFalse.join(", ")}: listed as false, so not ticked.`,
		odd.length > 0 && `${odd.join(", ")}: had a value of its own, will be sent as true.`,
		source.dialect !== undefined && source.dialect !== TEMPLATE_DIALECT && `The dialect becomes ${TEMPLATE_DIALECT}.`,
		source.well_known_trusted_issuers !== undefined &&
			source.well_known_trusted_issuers !== TRUSTED_ISSUERS &&
			`The trusted issuers become ${TRUSTED_ISSUERS}.`,
	].filter((note) => note !== false);
	return {
		values: {
			...values,
			name: textOf("name") || values.name,
			type: textOf("type") || values.type,
			certificateAuthority: textOf("custom_certificate_authority"),
			attributes,
			listedFalse: [],
			added: "",
		},
		notes,
	};
}

function parse(text: string): Record<string, unknown> | null {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null && !Array.isArray(value)
			? (value as Record<string, unknown>)
			: null;
	} catch {
		return null;
	}
}
