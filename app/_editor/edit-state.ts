import type { Problem } from "@/lib/dashboard/problem/problem";
import { type Choice, type Contested, mergeThreeWay, type Versions } from "@/lib/dashboard/three-way-merge";
import type { ChangedBy } from "./changed-by";
import type { Content, Editor, Faults, Fields, Values } from "./editor";
import type { PastChange } from "./history-list";

/** What an edit is based on: the baseline, null for a new resource, and a conflict that is being resolved. */
export type Edit<F extends Fields> = { baseline: Content<F> | null; conflict: Conflict<F> | null };

/** A conflict that is being resolved, with the side chosen for each contested part. */
export type Conflict<F extends Fields> = Versions<Content<F>> & { chosen: { readonly [part: string]: Choice } };

/** An edit's baseline and its values. The two always change together. */
export type EditTransition<F extends Fields> = { edit: Edit<F>; values: Values<F> };

/** Result of filling in from pasted metadata: notes on what was filled in, or the reason why nothing was. */
type FillOutcome = { notes: string[] } | { refusal: string };

/** A save that the service has completed. */
export type Save<F extends Fields> = {
	/** The content it replaced, which Undo restores. */
	before: Content<F>;
	/** The content that the service stores now. */
	after: Content<F>;
	/** Parts that the service stored differently from what was sent. */
	differing: string[];
	/** Changed parts of which neither the response nor a read after it says whether they were stored. */
	unconfirmed: string[];
	/** History of the resource, this save included; null where it can't be read at present. */
	history: PastChange[] | null;
	/** ISO 8601 UTC, by the console's clock. */
	at: string;
};

/** What a form shows after an action. Data only: it is serialised to the browser. */
export type EditState<F extends Fields> = {
	/** The values to show; absent: the present ones stay. */
	values?: Values<F>;
	/** The new baseline; absent: the present one stays. */
	baseline?: Content<F>;
	faults?: Faults<F>;
	problem?: Problem;
	conflict?: Versions<Content<F>> & Partial<Pick<Conflict<F>, "chosen">>;
	/** The author of the other change; absent where unknown. */
	changedBy?: ChangedBy | undefined;
	/** When the form's baseline was read, ISO 8601 UTC: for a page without scripts. */
	openedAt?: string;
	/** When the conflict was detected or shown again, ISO 8601 UTC, by the console's clock. */
	at?: string | undefined;
	/** When the conflict's own baseline was read, ISO 8601 UTC: for a page without scripts. */
	since?: string;
	/** No side was chosen for some contested part. */
	isUnresolved?: boolean;
	saved?: Save<F>;
	/** `problem` stopped a save of which a part is done: `baseline` is what is stored now, read at `openedAt`. */
	isPartlySaved?: boolean;
	/** Nothing was changed, so nothing was sent. */
	isUnchanged?: boolean;
	/** `values` were filled in and nothing was sent, or the reason why they were not. */
	fill?: FillOutcome;
	/** What was sent is completed, though the form still contains it. */
	isSettled?: boolean;
	/** A private key was removed from the form data. */
	isKeyWithheld?: boolean;
};

/** A part that both sides have changed, with the chosen side: null until the admin chooses. */
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
 * Another admin has changed the resource: their version becomes the baseline, with this admin's changes on top. A contested
 * part shows this admin's value until a side is chosen.
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

/** The contested parts, each with the chosen side; a field edited by hand since counts as `yours`. */
export function contestedChoices<F extends Fields>(
	editor: Editor<F>,
	conflict: Conflict<F>,
	values: Values<F>,
): ContestedChoice[] {
	const now = editor.partsOf(editor.contentOf(values, conflict.theirs));
	// What was opened is as it was, also where it is completed when it is saved over theirs.
	const untouched = editor.partsOf(editor.contentOf(values, conflict.baseline));
	return mergeOf(editor, conflict).contested.map((contested) => {
		const value = now.get(contested.part) ?? null;
		if (value === contested.theirs) return { ...contested, chosen: "theirs" };
		if ((untouched.get(contested.part) ?? null) === contested.baseline) return { ...contested, chosen: "baseline" };
		const isChosen = value !== contested.yours || conflict.chosen[contested.part] === "yours";
		return { ...contested, yours: value, chosen: isChosen ? "yours" : null };
	});
}

/** Applies the chosen sides' values to contested parts. */
export function withChoices<F extends Fields>(
	editor: Editor<F>,
	{ edit, values }: EditTransition<F>,
	choices: ReadonlyMap<string, Choice>,
): EditTransition<F> {
	const { conflict } = edit;
	if (!conflict) return { edit, values };
	const parts = new Map(editor.partsOf(editor.contentOf(values, conflict.theirs)));
	const chosen = new Map(Object.entries(conflict.chosen));
	for (const contested of mergeOf(editor, conflict).contested) {
		const choice = choices.get(contested.part);
		if (!choice) continue;
		const json = contested[choice];
		if (json === null) parts.delete(contested.part);
		else parts.set(contested.part, json);
		chosen.set(contested.part, choice);
	}
	return {
		edit: { ...edit, conflict: { ...conflict, chosen: Object.fromEntries(chosen) } },
		values: withParts(editor, values, parts, conflict.theirs),
	};
}

/** Applies the choices of a form without scripts, by position; a value typed since takes precedence. */
export function onChoices<F extends Fields>(
	editor: Editor<F>,
	transition: EditTransition<F>,
	choices: readonly (Choice | null)[],
): EditTransition<F> {
	const { conflict } = transition.edit;
	if (!conflict) return transition;
	const open = contestedChoices(editor, conflict, transition.values).flatMap(({ part, chosen }, index) => {
		const choice = choices[index];
		return choice && chosen === null ? [[part, choice] as const] : [];
	});
	return open.length === 0 ? transition : withChoices(editor, transition, new Map(open));
}

/** The state that a page without scripts shows of a submitted edit: its values with its choices applied. */
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

/** Whether a conflict still has a part without a choice. */
export function isUnresolved<F extends Fields>(editor: Editor<F>, { conflict }: Edit<F>, values: Values<F>): boolean {
	return conflict !== null && contestedChoices(editor, conflict, values).some(({ chosen }) => chosen === null);
}

/**
 * The service has saved: the stored content becomes the baseline. Edits made while the request was pending stay on top.
 * @param sent the values at the time of the request
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

/** A draft on top of the present content; changes of other admins since then are a conflict like any other. */
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

/** Values for other parts; a field whose parts stay the same keeps its typed value. @param stored the service's content */
function withParts<F extends Fields>(
	editor: Editor<F>,
	values: Values<F>,
	parts: ReadonlyMap<string, string>,
	stored: Content<F>,
): Values<F> {
	const made = editor.renewed(editor.contentOfParts(parts), values, stored);
	// A new text may be stored otherwise than typed, while a stored one stays as it is.
	const contents = [null, stored].map((before): Record<string, unknown>[] => [
		editor.contentOf(values, before),
		editor.contentOf(made, before),
	]);
	const isSame = (name: string) =>
		contents.every(([now, next]) => JSON.stringify(now?.[name]) === JSON.stringify(next?.[name]));
	const kept = editor.names.filter((name) => {
		const { isLocal, helps, renew } = editor.fields[name] ?? {};
		if (renew) return false;
		return isLocal ? helps === undefined || isSame(helps) : isSame(name);
	});
	return { ...made, ...(Object.fromEntries(kept.map((name) => [name, values[name]])) as Values<F>) };
}

/** The values without private keys, and the fields that contained one. */
export function withoutKeys<F extends Fields>(editor: Editor<F>, values: Values<F>) {
	const withheld: (keyof F & string)[] = [];
	const kept = editor.names.map((name) => {
		const { value, isWithheld } = editor.fields[name]?.withhold?.(values[name]) ?? { value: values[name] };
		if (isWithheld) withheld.push(name);
		return [name, value];
	});
	return { values: Object.fromEntries(kept) as Values<F>, withheld };
}
