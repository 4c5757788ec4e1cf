import type { Ref } from "react";
import type { Choice } from "@/app/_forms/conflict/choice";
import { ConflictPanel } from "@/app/_forms/conflict/conflict-panel";
import { changeInWords, fieldLabel, valueInWords } from "../_edit/application-changes";
import type { ApplicationFormValues } from "../_edit/application-content";
import { type ApplicationConflict as Conflict, contestedChoices, mergeOf } from "../_edit/application-edit";

type ApplicationConflictProps = {
	conflict: Conflict;
	values: ApplicationFormValues;
	choose: (field: string, choice: Choice) => void;
	ref: Ref<HTMLDivElement>;
};

/** The conflict of an application that two have changed, in the words of its form. */
export function ApplicationConflict({ conflict, values, choose, ref }: ApplicationConflictProps) {
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
			what="application"
			versions={{ opened, theirs, yours }}
			theirs={merge.theirs.map(changeInWords)}
			yours={merge.yours.map(changeInWords)}
			{...{ contested, choose, ref }}
		/>
	);
}
