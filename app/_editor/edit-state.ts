import type { ChangedBy } from "@/app/_history/changed-by";
import type { PastChange } from "@/app/_history/history-list";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { CHOICES, type Choice, type Contested, mergeThreeWay, type Versions } from "@/lib/dashboard/three-way-merge";
import type { Content, Editor, Faults, Fields, Values } from "./editor";

/** What an edit is based on: the baseline, null for a new resource, and a conflict that is being resolved. */
export type Edit<F extends Fields> = { baseline: Content<F> | null; conflict: Conflict<F> | null };

/** A conflict that is being resolved. */
export type Conflict<F extends Fields> = Versions<Content<F>> & {
	/** The side chosen for each contested part. */
	chosen: { readonly [part: string]: Choice };
	/** The author of the other change; absent where unknown. */
	changedBy?: ChangedBy | undefined;
	/** When it was detected, ISO 8601 UTC, by the console's clock. */
	at?: string | undefined;
};

/** An edit with its values. The two always change together. */
export type EditTransition<F extends Fields> = Edit<F> & { values: Values<F> };

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

/** The form of a page without scripts after an action; with them, what a result makes of the form follows from its kind. */
export type FormShown<F extends Fields> = EditTransition<F> & {
	/** When the baseline was read, ISO 8601 UTC, by the console's clock; empty where the form omits it. */
	openedAt: string;
};

/** `Made`: what was made of the form, where something else is shown then. */
type Outcome<F extends Fields, Made> =
	/** Nothing was changed, so nothing was sent. */
	| { kind: "unchanged" }
	/** Against the rules, or refused by the service. */
	| { kind: "refused"; faults: Faults<F> }
	/** No side was chosen for some contested part. */
	| { kind: "unresolved" }
	| { kind: "failed"; problem: Problem }
	| { kind: "saved"; saved: Save<F> }
	/** The service stored a part of it, which is the baseline now; `problem` says what was not. */
	| { kind: "partly"; problem: Problem }
	/** Another admin has changed the resource. `note`: in place of what a save would do. */
	| { kind: "conflict"; conflict: Conflict<F>; note?: string }
	/** Filled in from pasted metadata, with notes on it, or the reason why nothing was. Nothing was sent. */
	| { kind: "filled"; fill: { notes: string[]; refusal?: undefined } | { refusal: string; notes?: undefined } }
	/** By a button that changes the form without scripts. `row`: the one that takes the focus, from 0. */
	| { kind: "edited"; row?: number }
	/** What was sent is completed, though the form still contains it. */
	| { kind: "settled"; made: Made };

/** The result of an action. Data only: it is serialised to the browser, and by a page without scripts back again. */
export type EditState<F extends Fields, Made = never> =
	/** There was no action yet. */
	| { kind: "idle" }
	/** Nothing of the form was read, or there was no response: the page shows what it did. */
	| { kind: "unread"; problem: Problem }
	| (FormShown<F> & Outcome<F, Made>);

/** The result of a save that found a change of another admin. @param notes on the save, which stay as they were typed */
export function conflictState<F extends Fields>(
	editor: Editor<F>,
	found: Omit<Conflict<F>, "chosen"> & { at: string },
	notes: Partial<Values<F>> = {},
): EditState<F> & { kind: "conflict" } {
	const values = { ...editor.valuesOf(found.yours), ...notes };
	return { kind: "conflict", ...onConflict(editor, found, values), openedAt: found.at };
}

/** The form as it was submitted, with other values where they are given. */
export function formOf<F extends Fields>(
	{ baseline, conflict, openedAt, values }: FormShown<F>,
	shown = values,
): FormShown<F> {
	return { baseline, conflict, openedAt, values: shown };
}

/** The result of a completed save. */
export function savedState<F extends Fields>(editor: Editor<F>, saved: Save<F>): EditState<F> {
	const { after, at } = saved;
	return { kind: "saved", saved, baseline: after, conflict: null, values: editor.valuesOf(after), openedAt: at };
}

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

/** This admin's changes on top of theirs; a contested part stays as it is until a side is chosen. */
function rebased<F extends Fields>(editor: Editor<F>, versions: Versions<Content<F>>, values: Values<F>): Values<F> {
	return withParts(editor, values, mergeOf(editor, versions).merged, versions.theirs);
}

/** Another admin has changed the resource: their version becomes the baseline. */
export function onConflict<F extends Fields>(editor: Editor<F>, found: Omit<Conflict<F>, "chosen">, values: Values<F>) {
	const conflict: Conflict<F> = { ...found, chosen: {} };
	return { baseline: found.theirs, conflict, values: rebased(editor, found, values) };
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
	transition: EditTransition<F>,
	choices: ReadonlyMap<string, Choice>,
): EditTransition<F> {
	const { baseline, conflict, values } = transition;
	if (!conflict) return transition;
	const parts = new Map(editor.partsOf(editor.contentOf(values, conflict.theirs)));
	for (const contested of mergeOf(editor, conflict).contested) {
		const choice = choices.get(contested.part);
		if (!choice) continue;
		const json = contested[choice];
		if (json === null) parts.delete(contested.part);
		else parts.set(contested.part, json);
	}
	const chosen = { ...conflict.chosen, ...Object.fromEntries(choices) };
	return { baseline, conflict: { ...conflict, chosen }, values: withParts(editor, values, parts, conflict.theirs) };
}

/** Applies the choices of a form without scripts, by position; a value typed since takes precedence. */
export function withFormChoices<F extends Fields>(
	editor: Editor<F>,
	transition: EditTransition<F>,
	form: FormData,
): EditTransition<F> {
	const { conflict, values } = transition;
	if (!conflict) return transition;
	const sent = new Map(form);
	const open = contestedChoices(editor, conflict, values).flatMap(({ part, chosen }, index) => {
		const choice = CHOICES.find((one) => one === sent.get(`choice-${index}`));
		return choice && chosen === null ? [[part, choice] as const] : [];
	});
	return open.length === 0 ? transition : withChoices(editor, transition, new Map(open));
}

/** Whether a conflict still has a part without a choice. */
export function isUnresolved<F extends Fields>(
	editor: Editor<F>,
	{ conflict }: Pick<Edit<F>, "conflict">,
	values: Values<F>,
): boolean {
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
	const versions = { baseline: editor.contentOf(sent, after), theirs: after, yours: editor.contentOf(values, after) };
	const isAsSent = JSON.stringify(sent) === JSON.stringify(values);
	const next = isAsSent ? editor.valuesOf(after, values, after) : rebased(editor, versions, values);
	return { baseline: after, conflict: null, values: { ...next, ...editor.notesIn(editor.valuesOf(after)) } };
}

/** A stored draft. `opened`: its baseline, null for a new resource; `at`: when the present baseline was read. */
export type RestoredDraft<F extends Fields> = Pick<Conflict<F>, "changedBy" | "at"> & {
	opened: Content<F> | null;
	values: Values<F>;
};

/** A draft on top of the present content; changes of other admins since then are a conflict like any other. */
export function onDraft<F extends Fields>(
	editor: Editor<F>,
	baseline: Content<F> | null,
	{ values, opened, ...change }: RestoredDraft<F>,
): EditTransition<F> {
	const untouched = { baseline, conflict: null, values };
	if (!baseline || !opened) return untouched;
	const found = { ...change, baseline: opened, theirs: baseline, yours: editor.contentOf(values, opened) };
	const { theirs, contested } = mergeOf(editor, found);
	return theirs.length + contested.length === 0 ? untouched : onConflict(editor, found, values);
}

/** Values for other parts; a field whose parts stay the same keeps its typed value. @param stored the service's content */
function withParts<F extends Fields>(
	editor: Editor<F>,
	values: Values<F>,
	parts: ReadonlyMap<string, string>,
	stored: Content<F>,
): Values<F> {
	const made = editor.valuesOf(editor.contentOfParts(parts), values, stored);
	// A new text may be stored otherwise than typed, while a stored one stays as it is.
	const contents = [null, stored].map((before): Record<string, unknown>[] => [
		editor.contentOf(values, before),
		editor.contentOf(made, before),
	]);
	const isSame = (name: string) =>
		contents.every(([now, next]) => JSON.stringify(now?.[name]) === JSON.stringify(next?.[name]));
	const kept = editor.names.filter((name) => {
		const { isLocal, helps, codec } = editor.fields[name] ?? {};
		if (codec?.renew) return false;
		return isLocal ? helps === undefined || isSame(helps) : isSame(name);
	});
	return { ...made, ...(Object.fromEntries(kept.map((name) => [name, values[name]])) as Values<F>) };
}

/** The values without private keys, and the fields that contained one. */
export function withoutKeys<F extends Fields>(editor: Editor<F>, values: Values<F>) {
	const withheld: (keyof F & string)[] = [];
	const kept = editor.names.map((name) => {
		const { value, isWithheld } = editor.fields[name]?.codec.withhold?.(values[name]) ?? { value: values[name] };
		if (isWithheld) withheld.push(name);
		return [name, value];
	});
	return { values: Object.fromEntries(kept) as Values<F>, withheld };
}
