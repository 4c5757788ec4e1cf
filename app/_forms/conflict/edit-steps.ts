import type { Choice } from "./choice";
import { type ContestedField, type Fields, type Merge, mergeThreeWay } from "./three-way";

/** What a thing was when it was opened, what somebody else and what the admin has made of it since. */
export type Versions<Content> = { opened: Content; theirs: Content; yours: Content };

/** A conflict that is being settled: `choices` by field, for what both sides have changed. */
export type Conflict<Content> = Versions<Content> & { choices: { readonly [field: string]: Choice } };

/** What an edit rests on: the thing as it was opened, null for one to come, and a conflict that is being settled. */
export type Edit<Content> = { opened: Content | null; conflict: Conflict<Content> | null };

/** Both versions of an edit and what is wanted. The two always move together. */
export type EditStep<Content, Values> = { edit: Edit<Content>; values: Values };

/** A field that both have changed, with what is chosen: null until the admin has said so. */
export type ContestedChoice = ContestedField & { chosen: Choice | null };

/** What a form without scripts posts, with the conflict that its page showed and the sides chosen there, by position. */
export type PostedEdit<Content, Values> = {
	opened: Content;
	values: Values;
	conflict: { versions: Versions<Content>; choices: readonly (Choice | null)[] } | null;
};

/** How a form's values, the content that they mean, and the fields that are compared belong together. */
export type EditModel<Content, Values> = {
	fieldsOf: (content: Content) => Fields;
	contentOfFields: (fields: Fields) => Content;
	valuesOf: (content: Content) => Values;
	wantedContent: (opened: Content | null, values: Values) => Content;
	/** The values after a field was set to what one side of a conflict has. */
	withField: (opened: Content, values: Values, field: string, json: string | null) => Values;
};

export type EditSteps<Content, Values> = ReturnType<typeof editSteps<Content, Values>>;

/** The steps of every editor that two may use at a time, for one kind of content. Pure functions. */
export function editSteps<Content, Values>(model: EditModel<Content, Values>) {
	type Step = EditStep<Content, Values>;
	const { fieldsOf, contentOfFields, valuesOf, wantedContent, withField } = model;

	function mergeOf({ opened, theirs, yours }: Versions<Content>): Merge {
		return mergeThreeWay({ opened: fieldsOf(opened), theirs: fieldsOf(theirs), yours: fieldsOf(yours) });
	}

	/**
	 * Somebody else has changed it: from now on it is edited as they left it, with the admin's own changes on top. What
	 * both have changed shows the admin's version and waits for a choice.
	 */
	function onConflict(versions: Versions<Content>): Step {
		return {
			edit: { opened: versions.theirs, conflict: { ...versions, choices: {} } },
			values: valuesOf(contentOfFields(mergeOf(versions).merged)),
		};
	}

	/** What both have changed, each with the side that is chosen; a field edited by hand since counts as one's own. */
	function contestedChoices(conflict: Conflict<Content>, values: Values): ContestedChoice[] {
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
	function onChoice({ edit, values }: Step, field: string, choice: Choice): Step {
		const { conflict } = edit;
		const contested = conflict && mergeOf(conflict).contested.find((one) => one.field === field);
		if (!contested) return { edit, values };
		return {
			edit: { ...edit, conflict: { ...conflict, choices: { ...conflict.choices, [field]: choice } } },
			values: withField(conflict.theirs, values, field, contested[choice]),
		};
	}

	/** Takes the choices that a form without scripts holds, by position; what was typed beside one is the newer word. */
	function onPostedChoices(step: Step, choices: readonly (Choice | null)[]): Step {
		const { conflict } = step.edit;
		if (!conflict) return step;
		return contestedChoices(conflict, step.values).reduce((now, { field, chosen }, index) => {
			const choice = choices[index];
			return choice && chosen === null ? onChoice(now, field, choice) : now;
		}, step);
	}

	/** Whether a conflict still waits for a choice. */
	function isUndecided({ conflict }: Edit<Content>, values: Values): boolean {
		return conflict !== null && contestedChoices(conflict, values).some(({ chosen }) => chosen === null);
	}

	/**
	 * The service has saved: what it holds is what the edit rests on now. What was typed while the answer was on its way
	 * stays on top.
	 * @param sent the values as they were when the save was sent
	 */
	function onSaved({ after }: { after: Content }, sent: Values, values: Values): Step {
		const edit = { opened: after, conflict: null };
		if (JSON.stringify(sent) === JSON.stringify(values)) return { edit, values: valuesOf(after) };
		const versions = { opened: wantedContent(after, sent), theirs: after, yours: wantedContent(after, values) };
		return { edit, values: valuesOf(contentOfFields(mergeOf(versions).merged)) };
	}

	/** A draft on top of the thing as it is by now; somebody else's changes since are a conflict like any other. */
	function onDraft(opened: Content | null, draft: { opened: Content | null; values: Values }): Step {
		const untouched = { edit: { opened, conflict: null }, values: draft.values };
		if (!opened || !draft.opened) return untouched;
		const versions = { opened: draft.opened, theirs: opened, yours: wantedContent(draft.opened, draft.values) };
		const { theirs, contested } = mergeOf(versions);
		return theirs.length + contested.length === 0 ? untouched : onConflict(versions);
	}

	/** The values with the choices that a page without scripts posts; and what to show where one is still missing. */
	function decided({ opened, values, conflict }: PostedEdit<Content, Values>) {
		if (!conflict) return { values };
		const shown = { opened, conflict: { ...conflict.versions, choices: {} } };
		const step = onPostedChoices({ edit: shown, values }, conflict.choices);
		if (!isUndecided(step.edit, step.values)) return { values: step.values };
		const { conflict: open } = step.edit;
		return {
			values: step.values,
			state: { values: step.values, opened, isUndecided: true, ...(open && { conflict: open }) },
		};
	}

	return { mergeOf, onConflict, contestedChoices, onChoice, onPostedChoices, isUndecided, onSaved, onDraft, decided };
}
