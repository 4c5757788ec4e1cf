import type { Ref } from "react";
import type { Choice } from "@/app/_forms/conflict/choice";
import { ConflictPanel } from "@/app/_forms/conflict/conflict-panel";
import { changeInWords, fieldLabel, valueInWords } from "../edit/single-sign-on-changes";
import type { SingleSignOnValues } from "../edit/single-sign-on-content";
import { type SingleSignOnConflict as Conflict, steps } from "../edit/single-sign-on-edit";

type SingleSignOnConflictProps = {
	conflict: Conflict;
	values: SingleSignOnValues;
	choose: (field: string, choice: Choice) => void;
	ref: Ref<HTMLDivElement>;
};

/** The conflict of settings that two have changed, in the words of the form. */
export function SingleSignOnConflict({ conflict, values, choose, ref }: SingleSignOnConflictProps) {
	const merge = steps.mergeOf(conflict);
	const { opened, theirs, yours } = conflict;
	const contested = steps.contestedChoices(conflict, values).map(({ field, chosen, ...sides }) => ({
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
