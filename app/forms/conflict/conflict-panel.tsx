import type { Ref } from "react";
import { changeInWords, fieldLabel, inFormOrder, valueInWords } from "@/app/(console)/templates/edit/template-changes";
import { contestedChoices, mergeOf } from "@/app/(console)/templates/edit/template-edit";
import type { TemplateConflict } from "@/app/(console)/templates/edit/template-form-state";
import { useTemplateEdit, useTemplateValues } from "@/app/(console)/templates/form/template-edit-context";
import { Alert } from "@/components/ui/alert";
import { ConflictChoice } from "./conflict-choice";
import type { FieldChange } from "./three-way";

export const CONFLICT_ID = "conflict";

/**
 * What somebody else has changed since the template was opened, beside what the admin has. Nothing of the admin's has
 * been written when it appears; saving once more writes both. What both have changed is chosen first.
 */
export function ConflictPanel({ conflict, ref }: { conflict: TemplateConflict; ref: Ref<HTMLDivElement> }) {
	const { choose } = useTemplateEdit();
	const values = useTemplateValues();
	const { theirs, yours } = mergeOf(conflict);
	const contested = contestedChoices(conflict, values);
	const { opened, theirs: held, yours: own } = conflict;
	const versions = { opened, theirs: held, yours: own };
	return (
		<div ref={ref} id={CONFLICT_ID} tabIndex={-1}>
			<Alert tone="warning" title="Changed since you opened it">
				<p>
					Somebody else has saved this template in the meantime. Nothing of yours has been saved yet, and nothing of
					theirs is lost: save once more to write your changes on top of theirs.
				</p>
				<Side title="Theirs" changes={theirs} none="Only what you have changed as well." />
				<Side title="Yours" changes={yours} none="Only what they have changed as well." />
				<input type="hidden" name="conflict" value={JSON.stringify(versions)} />
				<input type="hidden" name="contested" value={contested.length} />
				{contested.map(({ field, chosen, ...sides }, index) => (
					<ConflictChoice
						key={field}
						legend={fieldLabel(field)}
						name={`choice-${index}`}
						opened={valueInWords(field, sides.opened)}
						theirs={valueInWords(field, sides.theirs)}
						yours={valueInWords(field, sides.yours)}
						chosen={chosen}
						onChoose={(choice) => choose(field, choice)}
					/>
				))}
			</Alert>
		</div>
	);
}

function Side({ title, changes, none }: { title: string; changes: readonly FieldChange[]; none: string }) {
	return (
		<div>
			<p className="font-medium">{title}</p>
			{changes.length === 0 ? <p className="text-muted">{none}</p> : null}
			<ul className="list-disc pl-5 [overflow-wrap:anywhere]">
				{inFormOrder(changes).map((change) => (
					<li key={change.field}>{changeInWords(change)}</li>
				))}
			</ul>
		</div>
	);
}
