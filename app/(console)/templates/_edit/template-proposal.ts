import type { MdlElements } from "@/lib/contract/template/mdl-elements";
import type { ProposedItem } from "@/lib/dashboard/proposals/proposal";
import { templateProperties } from "@/lib/dashboard/templates/template-fields";
import { sorted, type WholeTemplate } from "@/lib/dashboard/templates/whole-template";
import { purposeOf, type TemplateContent, type TemplateFormValues } from "./template-editor";

/** What the form does not edit. */
type Kept = Pick<WholeTemplate, "certificateAuthority" | "dialect" | "trustedIssuers">;

/** The form's content as all that a template consists of. @param kept what the form does not edit */
function wholeOf(content: TemplateContent, { certificateAuthority, dialect, trustedIssuers }: Kept): WholeTemplate {
	const { name, type, elements } = content;
	return {
		...{ name, type, dialect, trustedIssuers, certificateAuthority },
		elements: sorted(elements) as MdlElements,
		purpose: purposeOf(content),
	};
}

/** The template that a form creates, to be proposed. @param content of the values */
export function proposedCreation(content: TemplateContent, values: TemplateFormValues): ProposedItem {
	const { certificateAuthority, again } = values;
	const { dialect, trustedIssuers } = templateProperties;
	const kept = { certificateAuthority, dialect: dialect.default, trustedIssuers: trustedIssuers.default };
	const after = wholeOf(content, kept);
	const restored = again !== "" && { restores: again };
	return { action: "create", name: content.name, id: null, baseline: null, after, ...restored };
}

/** The change that a form makes to what it was opened on. @param now has what the form does not edit */
export function proposedChange(
	id: string,
	baseline: TemplateContent,
	content: TemplateContent,
	now: WholeTemplate,
): ProposedItem {
	const sides = { baseline: wholeOf(baseline, now), after: wholeOf(content, now) };
	return { action: "change", name: baseline.name, id, ...sides };
}
