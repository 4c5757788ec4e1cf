import { type MdlElements, presentationOf } from "@/lib/contract/mdl-elements";
import { TEMPLATE_DIALECT, TRUSTED_ISSUERS } from "@/lib/contract/template-defaults";
import type { TemplateFormValues } from "../form/template-form-values";

/** Body of the POST that creates a template, in the order of the specification. An empty certificate is left out. */
export function createRequestOf(values: TemplateFormValues, elements: MdlElements) {
	return {
		name: values.name,
		type: values.type,
		dialect: TEMPLATE_DIALECT,
		presentation: presentationOf(elements),
		...(values.certificateAuthority ? { custom_certificate_authority: values.certificateAuthority } : {}),
		well_known_trusted_issuers: TRUSTED_ISSUERS,
	};
}

/** Body of the PATCH that saves a template. The service can't change the certificate authority. */
export function updateRequestOf({ name, type }: Pick<TemplateFormValues, "name" | "type">, elements: MdlElements) {
	return { name, type, presentation: presentationOf(elements) };
}
