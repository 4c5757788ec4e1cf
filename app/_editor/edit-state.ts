import type { Problem } from "@/lib/dashboard/problem/problem";
import type { ChangedBy } from "./changed-by";
import type { Content, Editor, Faults, Fields, Values } from "./editor";
import type { PastChange } from "./history-list";
import { type Choice, type Contested, mergeThreeWay, type Versions } from "./merge";

/** What an edit rests on: the thing as it was opened, null for what is new, and a conflict that is being settled. */
export type Edit<F extends Fields> = { baseline: Content<F> | null; conflict: Conflict<F> | null };

/** A conflict that is being settled: `chosen` by part, of what both have changed. */
export type Conflict<F extends Fields> = Versions<Content<F>> & { chosen: { readonly [part: string]: Choice } };

/** What an edit rests on and what is wanted. The two always move together. */
export type EditTransition<F extends Fields> = { edit: Edit<F>; values: Values<F> };

/** What became of pasted metadata: what was filled in and is to be known, or why nothing was. */
type FillOutcome = { notes: string[] } | { refusal: string };

/** A save that the service has carried out. */
export type Save<F extends Fields> = {
	/** What it replaced: Undo goes back to it. */
	before: Content<F>;
	/** What the service holds now. */
	after: Content<F>;
	/** Parts that the service stored otherwise than was sent. */
	differing: string[];
	/** The thing's history, the save included; null where it can't be read just now. */
	history: PastChange[] | null;
	/** ISO 8601 UTC, by the console's clock. */
	at: string;
};

/** What a form shows after an answer. Data only: it crosses to the browser. */
export type EditState<F extends Fields> = {
	/** The values to show; absent: those that are there. */
	values?: Values<F>;
	/** What counts as unchanged from now on; absent: as before. */
	baseline?: Content<F>;
	faults?: Faults<F>;
	problem?: Problem;
	conflict?: Versions<Content<F>> & Partial<Pick<Conflict<F>, "chosen">>;
	/** Who made the other change; absent where that is not known. */
	changedBy?: ChangedBy | undefined;
	/** When what the form was opened as was read, ISO 8601 UTC: for a page without scripts. */
	openedAt?: string;
	/** When the conflict was found or shown again, ISO 8601 UTC, by the console's clock. */
	at?: string | undefined;
	/** When the conflict's own baseline was read, ISO 8601 UTC: for a page without scripts. */
	since?: string;
	/** For some contested part nothing was chosen. */
	isUnresolved?: boolean;
	saved?: Save<F>;
	/** Nothing was changed, so nothing was sent. */
	isUnchanged?: boolean;
	/** `values` were filled in, and nothing was sent; or why they were not. */
	fill?: FillOutcome;
	/** What was sent is done with, though the form still holds it. */
	isSettled?: boolean;
	/** A private key was taken out of what was posted. */
	isKeyWithheld?: boolean;
};

/** A part that both have changed, with what is chosen: null until the admin has. */
export type ContestedChoice = Contested & { chosen: Choice | null };

export function mergeOf<F extends Fields>(editor: Editor<F>, { baseline, theirs, yours }: Versions<Content<F>>) {
	const { partsOf, sorted } = editor;
	const merge = mergeThreeWay({ baseline: partsOf(baseline), theirs: partsOf(theirs), yours: partsOf(yours) });
	return {
		merged: merge.merged,
		theirs: sorted(merge.theirs),
		yours: sorted(merge.yours),
		contested: sorted(merge.contested),
	};
}

/**
 * The other admin has changed it: from now on it is edited as they left it, with the admin's own changes on top. What both
 * have changed shows the admin's version and waits for a choice.
 */
export function onConflict<F extends Fields>(
	editor: Editor<F>,
	{ baseline, theirs, yours }: Versions<Content<F>>,
	values: Values<F>,
): EditTransition<F> {
	return {
		edit: { baseline: theirs, conflict: { baseline, theirs, yours, chosen: {} } },
		values: withParts(editor, values, mergeOf(editor, { baseline, theirs, yours }).merged, theirs),
	};
}

/** What both have changed, each with the side that is chosen; a field edited by hand since counts as one's own. */
export function contestedChoices<F extends Fields>(
	editor: Editor<F>,
	conflict: Conflict<F>,
	values: Values<F>,
): ContestedChoice[] {
	const now = editor.partsOf(editor.contentOf(values, conflict.theirs));
	return mergeOf(editor, conflict).contested.map((contested) => {
		const value = now.get(contested.part) ?? null;
		if (value === contested.theirs) return { ...contested, chosen: "theirs" };
		if (value === contested.baseline) return { ...contested, chosen: "baseline" };
		const isChosen = value !== contested.yours || conflict.chosen[contested.part] === "yours";
		return { ...contested, yours: value, chosen: isChosen ? "yours" : null };
	});
}

/** Takes one side's value for a part that both have changed. */
export function onChoice<F extends Fields>(
	editor: Editor<F>,
	{ edit, values }: EditTransition<F>,
	part: string,
	choice: Choice,
): EditTransition<F> {
	const { conflict } = edit;
	const contested = conflict && mergeOf(editor, conflict).contested.find((one) => one.part === part);
	if (!contested) return { edit, values };
	const parts = new Map(editor.partsOf(editor.contentOf(values, conflict.theirs)));
	const json = contested[choice];
	if (json === null) parts.delete(part);
	else parts.set(part, json);
	return {
		edit: { ...edit, conflict: { ...conflict, chosen: { ...conflict.chosen, [part]: choice } } },
		values: withParts(editor, values, parts, conflict.theirs),
	};
}

/** Takes the choices that a form without scripts holds, by position; what was typed beside one is the newer word. */
export function onChoices<F extends Fields>(
	editor: Editor<F>,
	transition: EditTransition<F>,
	choices: readonly (Choice | null)[],
): EditTransition<F> {
	const { conflict } = transition.edit;
	if (!conflict) return transition;
	return contestedChoices(editor, conflict, transition.values).reduce((now, { part, chosen }, index) => {
		const choice = choices[index];
		return choice && chosen === null ? onChoice(editor, now, part, choice) : now;
	}, transition);
}

/** What a page without scripts shows of an edit that it has posted: its values, with the choices that it holds. */
export function mergedChoices<F extends Fields>(
	editor: Editor<F>,
	submitted: {
		baseline: Content<F> | null;
		values: Values<F>;
		conflict: { versions: Versions<Content<F>>; choices: readonly (Choice | null)[] } | null;
	},
): Pick<EditState<F>, "conflict" | "isUnresolved"> & { values: Values<F> } {
	const { baseline, values, conflict } = submitted;
	if (!conflict) return { values };
	const shown = { baseline, conflict: { ...conflict.versions, chosen: {} } };
	const transition = onChoices(editor, { edit: shown, values }, conflict.choices);
	return {
		values: transition.values,
		...(transition.edit.conflict && { conflict: transition.edit.conflict }),
		...(isUnresolved(editor, transition.edit, transition.values) && { isUnresolved: true }),
	};
}

/** Whether a conflict still waits for a choice. */
export function isUnresolved<F extends Fields>(editor: Editor<F>, { conflict }: Edit<F>, values: Values<F>): boolean {
	return conflict !== null && contestedChoices(editor, conflict, values).some(({ chosen }) => chosen === null);
}

/**
 * The service has saved: what it holds is what the edit rests on now. What was typed while the answer was on its way stays
 * on top.
 * @param sent the values as they were when the save was sent
 */
export function onSaved<F extends Fields>(
	editor: Editor<F>,
	after: Content<F>,
	sent: Values<F>,
	values: Values<F>,
): EditTransition<F> {
	const edit = { baseline: after, conflict: null };
	if (JSON.stringify(sent) === JSON.stringify(values)) return { edit, values: editor.renewed(after, values, after) };
	const versions = { baseline: editor.contentOf(sent, after), theirs: after, yours: editor.contentOf(values, after) };
	return { edit, values: withParts(editor, values, mergeOf(editor, versions).merged, after) };
}

/** A draft on top of the thing as it is by now; the other admins' changes since are a conflict like any other. */
export function onDraft<F extends Fields>(
	editor: Editor<F>,
	baseline: Content<F> | null,
	draft: { baseline: Content<F> | null; values: Values<F> },
): EditTransition<F> {
	const untouched = { edit: { baseline, conflict: null }, values: draft.values };
	if (!baseline || !draft.baseline) return untouched;
	const yours = editor.contentOf(draft.values, draft.baseline);
	const versions = { baseline: draft.baseline, theirs: baseline, yours };
	const { theirs, contested } = mergeOf(editor, versions);
	return theirs.length + contested.length === 0 ? untouched : onConflict(editor, versions, draft.values);
}

/** The values for other parts; a field whose parts are the same keeps what is typed in it. @param stored what the service holds */
function withParts<F extends Fields>(
	editor: Editor<F>,
	values: Values<F>,
	parts: ReadonlyMap<string, string>,
	stored: Content<F>,
): Values<F> {
	const made = editor.renewed(editor.contentOfParts(parts), values, stored);
	const [now, next]: Record<string, unknown>[] = [editor.contentOf(values, null), editor.contentOf(made, null)];
	const isSame = (name: string) => JSON.stringify(now?.[name]) === JSON.stringify(next?.[name]);
	const kept = editor.names.filter((name) => {
		const { isLocal, helps, renew } = editor.fields[name] ?? {};
		if (renew) return false;
		return isLocal ? helps === undefined || isSame(helps) : isSame(name);
	});
	return { ...made, ...(Object.fromEntries(kept.map((name) => [name, values[name]])) as Values<F>) };
}

/** The values without what must not be held, and the fields that it was in. */
export function withoutKeys<F extends Fields>(editor: Editor<F>, values: Values<F>) {
	const withheld: (keyof F & string)[] = [];
	const kept = editor.names.map((name) => {
		const { value, isWithheld } = editor.fields[name]?.withhold?.(values[name]) ?? { value: values[name] };
		if (isWithheld) withheld.push(name);
		return [name, value];
	});
	return { values: Object.fromEntries(kept) as Values<F>, withheld };
}
