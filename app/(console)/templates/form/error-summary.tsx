import { CONFLICT_ID } from "@/app/forms/conflict/conflict-panel";
import { Alert } from "@/components/ui/alert";
import { isUndecided } from "../edit/template-edit";
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
		...(undecided ? [[CONFLICT_ID, "Choose what to keep of what you both have changed."]] : []),
		...targets.flatMap(([field, target]) => (faults[field] ? [[target, faults[field]]] : [])),
	];
	if (found.length === 0) return null;
	return (
		<Alert tone="error" title="This can't be sent yet">
			<ul className="list-disc pl-5">
				{found.map(([target, message]) => (
					<li key={target}>
						<a href={`#${target}`} className="underline">
							{message}
						</a>
					</li>
				))}
			</ul>
		</Alert>
	);
}
