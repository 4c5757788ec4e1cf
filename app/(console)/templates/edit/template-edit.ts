import type { Choice } from "@/app/forms/conflict/choice";
import { type ContestedField, type Merge, mergeThreeWay } from "@/app/forms/conflict/three-way";
import { contentOfFields, fieldsOf, wantedContent, withField } from "./template-changes";
import type { TemplateConflict, TemplateSave, TemplateVersions } from "./template-form-state";
import { type TemplateContent, type TemplateFormValues, valuesOf } from "./template-form-values";

/** What an edit rests on: the template as it was opened, and a conflict about it that is being settled. */
export type TemplateEdit = { opened: TemplateContent | null; conflict: TemplateConflict | null };

/** Both versions of an edit and what is wanted. The two always move together. */
export type EditStep = { edit: TemplateEdit; values: TemplateFormValues };

/** A field that both have changed, with what is chosen: null until the admin has said so. */
export type ContestedChoice = ContestedField & { chosen: Choice | null };

export function mergeOf({ opened, theirs, yours }: TemplateVersions): Merge {
	return mergeThreeWay({ opened: fieldsOf(opened), theirs: fieldsOf(theirs), yours: fieldsOf(yours) });
}

/**
 * Somebody else has changed the template: from now on it is edited as they left it, with the admin's own changes on
 * top. What both have changed shows the admin's version and waits for a choice.
 */
export function onConflict(versions: TemplateVersions): EditStep {
	return {
		edit: { opened: versions.theirs, conflict: { ...versions, choices: {} } },
		values: valuesOf(contentOfFields(mergeOf(versions).merged)),
	};
}

/** What both have changed, each with the side that is chosen; a field edited by hand since counts as one's own. */
export function contestedChoices(conflict: TemplateConflict, values: TemplateFormValues): ContestedChoice[] {
	const now = fieldsOf(wantedContent(conflict.theirs, values));
	return mergeOf(conflict).contested.map((contested) => {
		const value = now.get(contested.field) ?? null;
		if (value === contested.theirs) return { ...contested, chosen: "theirs" };
		if (value === contested.opened) return { ...contested, chosen: "opened" };
		const isChosen = value !== contested.yours || conflict.choices[contested.field] === "yours";
		return { ...contested, yours: value, chosen: isChosen ? "yours" : null };
	});
}

/** Takes one side's value for a field that both have changed. */
export function onChoice({ edit, values }: EditStep, field: string, choice: Choice): EditStep {
	const { conflict } = edit;
	const contested = conflict && mergeOf(conflict).contested.find((one) => one.field === field);
	if (!contested) return { edit, values };
	return {
		edit: { ...edit, conflict: { ...conflict, choices: { ...conflict.choices, [field]: choice } } },
		values: withField(conflict.theirs, values, field, contested[choice]),
	};
}

/** Takes the choices that a form without scripts holds, by position; what was typed beside one is the newer word. */
export function onPostedChoices(step: EditStep, choices: readonly (Choice | null)[]): EditStep {
	const { conflict } = step.edit;
	if (!conflict) return step;
	return contestedChoices(conflict, step.values).reduce((now, { field, chosen }, index) => {
		const choice = choices[index];
		return choice && chosen === null ? onChoice(now, field, choice) : now;
	}, step);
}

/** Whether a conflict still waits for a choice. */
export function isUndecided({ conflict }: TemplateEdit, values: TemplateFormValues): boolean {
	return conflict !== null && contestedChoices(conflict, values).some(({ chosen }) => chosen === null);
}

/**
 * The service has saved: what it holds is what the edit rests on now. What was typed while the answer was on its way
 * stays on top.
 * @param sent the values as they were when the save was sent
 */
export function onSaved(
	{ after }: Pick<TemplateSave, "after">,
	sent: TemplateFormValues,
	values: TemplateFormValues,
): EditStep {
	const edit = { opened: after, conflict: null };
	if (JSON.stringify(sent) === JSON.stringify(values)) return { edit, values: valuesOf(after) };
	const versions = { opened: wantedContent(after, sent), theirs: after, yours: wantedContent(after, values) };
	return { edit, values: valuesOf(contentOfFields(mergeOf(versions).merged)) };
}

/** A draft on top of the template as it is by now; somebody else's changes since are a conflict like any other. */
export function onDraft(
	opened: TemplateContent | null,
	draft: { opened: TemplateContent | null; values: TemplateFormValues },
): EditStep {
	const untouched = { edit: { opened, conflict: null }, values: draft.values };
	if (!opened || !draft.opened) return untouched;
	const versions = { opened: draft.opened, theirs: opened, yours: wantedContent(draft.opened, draft.values) };
	const { theirs, contested } = mergeOf(versions);
	return theirs.length + contested.length === 0 ? untouched : onConflict(versions);
}
