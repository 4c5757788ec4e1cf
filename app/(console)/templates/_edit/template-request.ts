import { presentationOf } from "@/lib/contract/template/mdl-elements";
import { TEMPLATE_DIALECT, TRUSTED_ISSUERS } from "@/lib/contract/template/template-defaults";
import { contentChanges, elementOfField, wantedContent } from "./template-changes";
import type { TemplateContent, TemplateFormValues } from "./template-form-values";

/** Body of the POST that creates a template, in the order of the specification. An empty certificate is left out. */
export function createRequestOf(values: TemplateFormValues) {
	const { name, type, elements } = wantedContent(null, values);
	return {
		name,
		type,
		dialect: TEMPLATE_DIALECT,
		presentation: presentationOf(elements),
		...(values.certificateAuthority ? { custom_certificate_authority: values.certificateAuthority } : {}),
		well_known_trusted_issuers: TRUSTED_ISSUERS,
	};
}

/** Body of a PATCH with all that can be changed. The service can't change the certificate authority. */
export function wholeRequestOf({ name, type, elements }: TemplateContent) {
	return { name, type, presentation: presentationOf(elements) };
}

/**
 * Body of the PATCH that makes one content of another: only what changed, so that nobody's rename is undone by an edit
 * of attributes. Null: there is nothing to send.
 */
export function updateRequestOf(
	before: TemplateContent,
	after: TemplateContent,
): Partial<ReturnType<typeof wholeRequestOf>> | null {
	const changes = contentChanges(before, after);
	if (changes.length === 0) return null;
	const whole = wholeRequestOf(after);
	const isChanged = (property: string) => changes.some(({ field }) => field === property);
	return {
		...(isChanged("name") ? { name: whole.name } : {}),
		...(isChanged("type") ? { type: whole.type } : {}),
		...(changes.some(({ field }) => elementOfField(field) !== null) ? { presentation: whole.presentation } : {}),
	};
}
