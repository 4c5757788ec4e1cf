import { isMdlAttributeName } from "@/lib/contract/template/mdl-elements";
import { attributeLabel, suggestedAttributes } from "../templates/attribute-catalogue";
import { hasRule, SECOND_EDITOR_KINDS, type SecondEditorKind, type SecondEditorRule } from "./second-editor";

/** The rule of the entries of the setting. @returns the entries that name nothing, where there are such */
export function secondEditorRule(entries: readonly string[]): SecondEditorRule | { unknown: string[] } {
	const isKind = (entry: string): entry is SecondEditorKind => SECOND_EDITOR_KINDS.some((kind) => kind === entry);
	const unknown = entries.filter((entry) => !isKind(entry) && !isAttribute(entry));
	if (unknown.length > 0) return { unknown };
	return { kinds: entries.filter(isKind), attributes: entries.filter(isAttribute) };
}

/** Those that this console offers, and any age limit. */
function isAttribute(entry: string): boolean {
	const isSuggested = suggestedAttributes.some(({ name }) => name === entry);
	return isMdlAttributeName(entry) || isSuggested || /^age_over_\d\d$/.test(entry);
}

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
