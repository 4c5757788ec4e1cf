import "server-only";
import { withoutPrivateKey } from "@/app/_certificates/pem";
import type { Template } from "@/lib/contract/template/template";
import type { Problem } from "@/lib/dashboard/problem/problem";
import type { TemplateVersion } from "@/lib/dashboard/store/template-versions";
import { goneTemplate, templateVersion } from "@/lib/dashboard/templates/history/read-history";
import { noPurpose } from "@/lib/dashboard/templates/purpose";
import { emptyValues, type TemplateFormValues, templateEditor } from "../_edit/template-editor";
import { contentOf } from "../_edit/template-save";

/**
 * A past state as the form's values; null where its request is not known.
 * @param present has what is not known of that state
 */
export function restoredValues({ content }: TemplateVersion, present: Template): TemplateFormValues | null {
	const now = { ...present, purpose: noPurpose };
	const [before, restored] = [contentOf(now), contentOf({ ...now, ...content })];
	return restored && templateEditor.valuesOf(restored, before ? templateEditor.valuesOf(before) : undefined);
}

export const versionNotKept: Problem = {
	title: "This version is no longer kept",
	message: "Versions are kept as long as the activity, and a deleted template for 30 days.",
	about: "missing",
};

/**
 * A version as the values of a new template's form: of one that is gone, or of a copy of an earlier state.
 * @param versionId empty: the last one of a template that is gone
 * @returns null where it is not kept
 * @throws SessionError
 */
export async function versionToMake(templateId: string, versionId: string) {
	const gone = await goneTemplate(templateId);
	const version = versionId ? await templateVersion(templateId, versionId) : gone;
	if (!version) return null;
	const { content } = version;
	const values = restoredValues(version, { id: "" }) ?? emptyValues;
	const certificate = withoutPrivateKey(content.custom_certificate_authority ?? "");
	return {
		version,
		value: {
			...values,
			name: gone || !content.name ? values.name : `${content.name} (copy)`,
			certificateAuthority: certificate.text,
			isKeyWithheld: certificate.isWithheld,
			again: gone ? templateId : "",
		},
	};
}
