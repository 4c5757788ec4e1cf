import { withoutPrivateKey } from "@/app/_certificates/pem";
import { isTooDeep } from "@/lib/contract/json-depth";
import { TEMPLATE_DIALECT, TRUSTED_ISSUERS } from "@/lib/contract/limits";
import { isJsonObject, type JsonObject } from "@/lib/contract/safe-object";
import { elementsOf } from "@/lib/contract/template/mdl-elements";
import { presentationRequest } from "@/lib/contract/template/template";
import { attributeLabel } from "@/lib/dashboard/templates/attribute-catalogue";
import { readPurposeJson } from "@/lib/dashboard/templates/purpose-json";
import type { TemplateFormValues } from "./template-editor";
import { isTicked, requestedOf } from "./template-elements";

/** The imported values with notes for the admin, or the reason why nothing was imported. */
export type ImportOutcome =
	| { values: TemplateFormValues; notes: string[]; refusal?: undefined }
	| { values?: undefined; notes?: undefined; refusal: string };

/**
 * Reads a template as JSON into the values of a form, for a new template. It only fills in the form: what is sent later is
 * what the form shows.
 * @param text a template from the export or the management interface, or the body of a create request
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
	const stated = readPurposeJson(source.purpose);
	if ("faults" in stated) {
		const [{ key, message } = { key: "", message: "" }] = stated.faults;
		return { refusal: `Its purpose can't be read. At ${["purpose", key].filter(Boolean).join(" → ")}: ${message}` };
	}
	const elements = elementsOf(presentation.data);
	const content = requestedOf(elements);
	const inWords = (names: string[]) => names.map(attributeLabel).join(", ");
	const listedFalse = content.flatMap((element) => (isTicked(element) ? [] : [element[0]]));
	const odd = content.flatMap(([name, json]) => (json === "true" || json === "false" ? [] : [name]));
	const textOf = (name: string) => (typeof source[name] === "string" ? source[name] : "");
	const authority = withoutPrivateKey(textOf("custom_certificate_authority"));
	const notes = [
		listedFalse.length > 0 && `${inWords(listedFalse)}: listed as false, and stays so until you tick it.`,
		odd.length > 0 && `${inWords(odd)}: has a value of its own, which is sent as it is.`,
		authority.isWithheld && "Its certificate authority held a private key, which was taken out.",
		source.dialect !== undefined && source.dialect !== TEMPLATE_DIALECT && `The dialect becomes ${TEMPLATE_DIALECT}.`,
		source.well_known_trusted_issuers !== undefined &&
			source.well_known_trusted_issuers !== TRUSTED_ISSUERS &&
			`The trusted issuers become ${TRUSTED_ISSUERS}.`,
	].filter((note) => note !== false);
	return {
		values: {
			...{ ...values, ...stated.purpose },
			name: textOf("name") || values.name,
			type: textOf("type") || values.type,
			certificateAuthority: authority.text,
			isKeyWithheld: authority.isWithheld,
			elements: content,
			added: "",
		},
		notes,
	};
}

function parse(text: string): JsonObject | null {
	try {
		const value: unknown = JSON.parse(text);
		return isJsonObject(value) && !isTooDeep(value) ? value : null;
	} catch {
		return null;
	}
}
