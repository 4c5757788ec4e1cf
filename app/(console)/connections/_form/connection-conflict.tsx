import type { Ref } from "react";
import type { Choice } from "@/app/_forms/conflict/choice";
import { ConflictPanel } from "@/app/_forms/conflict/conflict-panel";
import { type ApplicationNames, changeInWords, fieldLabel, valueInWords } from "../_edit/connection-changes";
import type { ConnectionValues } from "../_edit/connection-content";
import { type ConnectionConflict as Conflict, steps } from "../_edit/connection-edit";

type ConnectionConflictProps = {
	conflict: Conflict;
	values: ConnectionValues;
	names: ApplicationNames;
	choose: (field: string, choice: Choice) => void;
	ref: Ref<HTMLDivElement>;
};

/** The conflict of a connection that two have changed, in the words of its form. */
export function ConnectionConflict({ conflict, values, names, choose, ref }: ConnectionConflictProps) {
	const merge = steps.mergeOf(conflict);
	const { opened, theirs, yours } = conflict;
	const contested = steps.contestedChoices(conflict, values).map(({ field, chosen, ...sides }) => ({
		...{ field, chosen, label: fieldLabel(field, names) },
		opened: valueInWords(field, sides.opened, names),
		theirs: valueInWords(field, sides.theirs, names),
		yours: valueInWords(field, sides.yours, names),
	}));
	return (
		<ConflictPanel
			what="connection"
			versions={{ opened, theirs, yours }}
			theirs={merge.theirs.map((change) => changeInWords(change, names))}
			yours={merge.yours.map((change) => changeInWords(change, names))}
			{...{ contested, choose, ref }}
		/>
	);
}
