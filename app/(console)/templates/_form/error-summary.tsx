import { ErrorList, undecidedConflict } from "@/app/_forms/error-list";
import { isUndecided } from "../_edit/template-edit";
import { useTemplateEdit, useTemplateFaults, useTemplateValues } from "./template-edit-context";

/** Fields in the order of the form, with the element that a link leads to. */
const targets = [
	["name", "name"],
	["attributes", "attribute-age_over_18"],
	["certificateAuthority", "certificateAuthority"],
	["type", "type"],
] as const;

/** What stops the form, each message a link to its field. */
export function ErrorSummary() {
	const { edit, answer, wasRefused } = useTemplateEdit();
	const faults = useTemplateFaults();
	const values = useTemplateValues();
	const undecided = (wasRefused || answer.isUndecided) && isUndecided(edit, values);
	const found = [
		...(undecided ? [undecidedConflict] : []),
		...targets.flatMap(([field, target]) => (faults[field] ? [[target, faults[field]] as const] : [])),
	];
	return <ErrorList found={found} />;
}
