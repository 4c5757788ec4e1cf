import { withoutPrivateKey } from "@/app/_certificates/pem";
import { contentOfResponse } from "@/app/_editor/wire";
import { isTooDeep } from "@/lib/contract/limits";
import { isJsonObject, type JsonObject } from "@/lib/contract/safe-object";
import { presentationRequest } from "@/lib/contract/template/template";
import { attributeLabel } from "@/lib/dashboard/templates/attribute-catalogue";
import { readPurposeJson } from "@/lib/dashboard/templates/purpose-json";
import {
	serviceTextNames,
	serviceTexts,
	type TemplateWire,
	templateProperties,
} from "@/lib/dashboard/templates/template-fields";
import { type TemplateFormValues, templateEditor } from "./template-editor";
import type { ElementState } from "./template-elements";

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
	const read = templateEditor.valuesOf({ ...contentOfResponse(templateEditor, source), ...stated.purpose });
	const labelsOf = (isOne: (state: ElementState) => boolean) =>
		read.elements.flatMap(({ name, state }) => (isOne(state) ? [attributeLabel(name)] : [])).join(", ");
	const listedFalse = labelsOf((state) => state === false);
	const odd = labelsOf((state) => typeof state === "object" && state !== null);
	const textOf = (wire: TemplateWire) => (typeof source[wire] === "string" ? source[wire] : "");
	const authority = withoutPrivateKey(textOf(templateProperties.certificateAuthority.wire));
	const texts = serviceTextNames.map((name) => [name, textOf(serviceTexts[name].wire) || values[name]]);
	const differing = (name: "dialect" | "trustedIssuers", words: string) => {
		const { wire, default: only } = templateProperties[name];
		return source[wire] !== undefined && source[wire] !== only && `${words} ${only}.`;
	};
	const notes = [
		listedFalse !== "" && `${listedFalse}: listed as false, and stays so until you tick it.`,
		odd !== "" && `${odd}: has a value of its own, which is sent as it is.`,
		authority.isWithheld && "Its certificate authority held a private key, which was removed.",
		differing("dialect", "The dialect becomes"),
		differing("trustedIssuers", "The trusted issuers become"),
	].filter((note) => note !== false);
	return {
		values: {
			...read,
			...Object.fromEntries(texts),
			again: values.again,
			certificateAuthority: authority.text,
			isKeyWithheld: authority.isWithheld,
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
