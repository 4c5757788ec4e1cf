import { z } from "zod";
import { holdsPrivateKey } from "@/app/_certificates/pem";
import {
	CERTIFICATE_AUTHORITY_LENGTH_MAX,
	TEMPLATE_NAME_LENGTH_MAX,
	TEMPLATE_TYPE_LENGTH_MAX,
} from "@/lib/contract/limits";
import { mdlElements } from "@/lib/contract/template/presentation-request";
import { createTemplateRequest, updateTemplateRequest } from "@/lib/contract/template/template";
import { textLength } from "@/lib/contract/text-length";
import { wantedContent } from "./template-changes";
import { KEY_WITHHELD, missing, NOTHING_REQUESTED, type TemplateFaults, tooLong } from "./template-faults";
import { asksForSomething, type TemplateContent, type TemplateFormValues } from "./template-form-values";
import { createRequestOf, updateRequestOf } from "./template-request";

/** What was opened, as a page of this version posts it. */
export const templateContent: z.ZodType<TemplateContent> = z.object({
	name: z.string(),
	type: z.string(),
	elements: mdlElements.or(z.looseObject({}).transform(() => ({}))),
});

const wantedElement = z.tuple([z.string(), z.string().refine(isJson)]);

/** The form's values, as a page with scripts posts them. */
export const templateFormValues: z.ZodType<TemplateFormValues> = z.object({
	name: z.string(),
	type: z.string(),
	certificateAuthority: z.string(),
	elements: z.array(wantedElement),
	added: z.string(),
	isKeyWithheld: z.boolean(),
});

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

const fields = {
	name: { field: "name", label: "A name", max: TEMPLATE_NAME_LENGTH_MAX },
	type: { field: "type", label: "A type", max: TEMPLATE_TYPE_LENGTH_MAX },
	custom_certificate_authority: {
		field: "certificateAuthority",
		label: "The certificate authority",
		max: CERTIFICATE_AUTHORITY_LENGTH_MAX,
	},
} as const;

/**
 * What stops the values: the contract's own schema judges the very request that would be sent. The words are those of
 * `templateFaults`, which the browser asks.
 * @param opened null for a new template
 */
export function refusedFields(opened: TemplateContent | null, values: TemplateFormValues): TemplateFaults | null {
	const request = opened ? updateRequestOf(opened, wantedContent(opened, values)) : createRequestOf(values);
	if (!request) return null;
	const parsed = (opened ? updateTemplateRequest : createTemplateRequest).safeParse(request);
	const faults: TemplateFaults = {};
	for (const { path, code, message } of parsed.error?.issues ?? []) {
		const known = fields[path[0] as keyof typeof fields];
		if (!known) faults.attributes ??= code === "too_small" ? NOTHING_REQUESTED : `${path.join(" → ")}: ${message}`;
		else {
			const text = values[known.field];
			faults[known.field] ??=
				code === "too_small" ? missing(known.label) : tooLong(known.label, textLength(text), known.max);
		}
	}
	if (!opened && (values.isKeyWithheld || holdsPrivateKey(values.certificateAuthority))) {
		faults.certificateAuthority = KEY_WITHHELD;
	}
	const { presentation } = request;
	if (presentation && !asksForSomething(wantedContent(opened, values).elements))
		faults.attributes ??= NOTHING_REQUESTED;
	return Object.keys(faults).length > 0 ? faults : null;
}
