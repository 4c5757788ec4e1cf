import { requestedNames } from "../../_attributes/attribute-facts";
import { type TemplateContent, type TemplateFormValues, templateEditor } from "../../_edit/template-editor";
import { controlName } from "../fields";
import type { WalletQuestion } from "./ask-wallet";

/** What a wallet is asked for now, by the form's values and its controls that the server drew. */
export function postedQuestion(opened: TemplateContent | null, values: TemplateFormValues): WalletQuestion {
	const control = (name: string) => document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
	return {
		templateId: control("templateId")?.value ?? "",
		names: requestedNames(templateEditor.contentOf(values, opened).elements),
		isRetained: retainBox()?.checked ?? false,
		certificateAuthority: control(controlName("authority"))?.value || values.certificateAuthority,
	};
}

/** The box by which the answers will be stored. */
export function retainBox(): HTMLInputElement | null {
	return document.querySelector<HTMLInputElement>(`input[name="${controlName("retain")}"]`);
}
