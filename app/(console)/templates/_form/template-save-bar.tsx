import { useEditing, useNow } from "@/app/_editor/editor-context";
import { SaveBar } from "@/app/_editor/save-bar";
import { listInWords } from "../_attributes/list-in-words";
import { attributeLabel } from "../_catalogue/attribute-catalogue";
import { requestedNames } from "../_catalogue/attribute-facts";
import { savingInWords, type TemplateContent, templateEditor } from "../_edit/template-editor";
import { requestedInWords } from "../_edit/template-elements";

type TemplateSaveBarProps = { submitLabel: string; isCreated: boolean };

/** What saving would do, the one counter and the button: always in sight. */
export function TemplateSaveBar({ submitLabel, isCreated }: TemplateSaveBarProps) {
	// At once, unlike the panels: nobody presses the button beside words of a moment ago.
	const { baseline } = useEditing(templateEditor).edit;
	const { wanted } = useNow(templateEditor);
	return (
		<SaveBar
			submitLabel={submitLabel}
			lead={
				<p role="status" className="font-medium tabular-nums">
					{requestedInWords(wanted.elements)}
				</p>
			}
			heading={() => (baseline ? savingInWords(baseline, wanted) : "")}
			creation={<p>{creationInWords(wanted)}</p>}
			{...(isCreated ? { success: "Template created." } : {})}
		/>
	);
}

function creationInWords({ name, elements }: TemplateContent): string {
	const labels = requestedNames(elements).map(attributeLabel);
	const what = name === "" ? "Creates a template" : `Creates “${name}”`;
	if (labels.length === 0) return `${what}. Nothing is ticked yet.`;
	return `${what}, asking for ${listInWords(labels)}.`;
}
