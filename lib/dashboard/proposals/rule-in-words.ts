import { attributeLabel } from "../templates/attribute-catalogue";
import { hasRule, type SecondEditorRule } from "./second-editor";

/** Which saves of templates need a second editor, in words; empty: none. */
export function ruleInWords(rule: SecondEditorRule): string[] {
	const { kinds, attributes } = rule;
	if (!hasRule(rule)) return [];
	if (kinds.includes("all")) return ["every change of a template, its purpose too"];
	return [
		...(kinds.includes("request-more") ? ["a template that requests more than before, and each new one"] : []),
		...(attributes.length > 0 ? [`a new request for ${attributes.map(attributeLabel).join(", ")}`] : []),
		...(kinds.includes("delete") ? ["the deletion of a template"] : []),
	];
}
