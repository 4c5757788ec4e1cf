import type { Ref } from "react";
import { ConflictPanel } from "@/app/_forms/conflict/conflict-panel";
import { changeInWords, fieldLabel, inFormOrder, valueInWords } from "../../_edit/template-changes";
import { contestedChoices, mergeOf } from "../../_edit/template-edit";
import type { TemplateConflict as Conflict } from "../../_edit/template-form-state";
import { useTemplateEdit, useTemplateValues } from "../template-edit-context";

/** The conflict of a template that two have changed, in the words of its form. */
export function TemplateConflict({ conflict, ref }: { conflict: Conflict; ref: Ref<HTMLDivElement> }) {
	const { choose } = useTemplateEdit();
	const values = useTemplateValues();
	const merge = mergeOf(conflict);
	const { opened, theirs, yours } = conflict;
	const contested = contestedChoices(conflict, values).map(({ field, chosen, ...sides }) => ({
		...{ field, chosen, label: fieldLabel(field) },
		opened: valueInWords(field, sides.opened),
		theirs: valueInWords(field, sides.theirs),
		yours: valueInWords(field, sides.yours),
	}));
	return (
		<ConflictPanel
			what="template"
			versions={{ opened, theirs, yours }}
			theirs={inFormOrder(merge.theirs).map(changeInWords)}
			yours={inFormOrder(merge.yours).map(changeInWords)}
			{...{ contested, choose, ref }}
		/>
	);
}
