"use client";

import { startTransition, useActionState, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { type DefaultValues, type Path, type PathValue, useForm } from "react-hook-form";
import { keepInput } from "@/app/_forms/keep-input";
import { useOneAtATime, useResult } from "@/app/_forms/use-result";
import type { IdField } from "@/lib/dashboard/registry/resources";
import type { ChangedBy } from "./changed-by";
import {
	type Edit,
	type EditState,
	type EditTransition,
	isUnresolved,
	onChoice,
	onChoices,
	onConflict,
	onSaved,
	type Save,
	withoutKeys,
} from "./edit-state";
import type { Content, Editor, Faults, Fields, Values } from "./editor";
import { type Choice, choicesOfForm } from "./merge";
import { rememberSeen } from "./seen";

export const SAVE_BUTTON_ID = "save";
export const SUMMARY_ID = "problems";
export const CONFLICT_ID = "conflict";

export type EditorOptions<F extends Fields> = {
	editor: Editor<F>;
	/** Of the thing; empty for one that is yet to be created. */
	id: string;
	/** The name that the identifier is posted by. */
	idField: IdField;
	/** Under which what this tab has seen of the thing is remembered. */
	seenAs: string;
	/** What the service holds; null for what is new. */
	baseline: Content<F> | null;
	/** What the controls begin with. */
	start: Values<F>;
	/** A save of this tab that the page was made before: it can still be undone. */
	seen?: Save<F> | null;
	canWrite: boolean;
	/** When `baseline` was read, ISO 8601 UTC, by the console's clock. */
	madeAt: string;
	action: (state: EditState<F>, form: FormData) => Promise<EditState<F>>;
};

/**
 * The one store of what the admin wants (react-hook-form), the edit that it belongs to, and what moves both. The document
 * is read once, when this is hydrated: what was typed before.
 */
export function useEditor<F extends Fields>(options: EditorOptions<F>) {
	const { editor, id, idField, seenAs, canWrite } = options;
	const [state, submit, isPending] = useActionState<EditState<F>, FormData>(
		// The values that stay are in the store: an answer without any leaves them.
		keepInput<EditState<F>>(
			options.action as (state: Awaited<EditState<F>>, form: FormData) => Promise<EditState<F>>,
			() => ({}),
		),
		{} as Awaited<EditState<F>>,
	);
	const [first] = useState(() => firstTransition(options, state));
	const [early] = useState(linesTypedEarly);
	const { control, setValue, getValues, reset } = useForm<Values<F>>({
		defaultValues: first.values as DefaultValues<Values<F>>,
	});
	const [openedAt, setOpenedAt] = useState(state.saved?.at ?? state.openedAt ?? options.madeAt);
	const [edit, setEdit] = useState<Edit<F>>(first.edit);
	const [unchanged, setUnchanged] = useState<Values<F>>(edit.baseline ? editor.valuesOf(edit.baseline) : options.start);
	const [result, setResult] = useState<EditState<F>>(options.seen ? { saved: options.seen, ...state } : state);
	const [submittedValues, setSubmittedValues] = useState<Values<F>>(first.values);
	const [wasRefused, setWasRefused] = useState(state.faults !== undefined);
	const [isHydrated, setHydrated] = useState(false);
	const [withheld, setWithheld] = useState(state.isKeyWithheld === true);
	/** The element that takes the focus once it is there: what stops a save. */
	const [stop, setStop] = useState<{ at: string } | null>(null);
	const formRef = useRef<HTMLFormElement>(null);
	const sent = useRef(first.values);
	const once = useOneAtATime(isPending);
	/** What is posted beside the values. */
	const hiddenFields: Record<string, string> = {
		...(id === "" ? {} : { [idField]: id }),
		...(edit.baseline ? { opened: JSON.stringify(edit.baseline), openedAt } : {}),
	};

	// One reading of the document; from here on the store owns what is shown and what is sent.
	const adopt = useEffectEvent(() => {
		setHydrated(true);
		if (!formRef.current || !canWrite) return;
		for (const { area, text } of early) if (area.value === area.defaultValue) area.value = text;
		const form = new FormData(formRef.current);
		const { values, withheld: keys } = withoutKeys(editor, editor.typed(form));
		if (keys.length > 0) setWithheld(true);
		const transition = onChoices(editor, { edit, values }, choicesOfForm(form));
		if (transition.edit !== edit || editor.hasEdits(getValues(), transition.values)) applyTransition(transition);
	});
	useLayoutEffect(() => adopt(), []);

	useEffect(() => {
		if (!stop) return;
		document.getElementById(stop.at)?.focus();
		// A field that can't be seen can't be focused.
		if (document.activeElement?.id !== stop.at) document.getElementById(SUMMARY_ID)?.focus();
	}, [stop]);

	function applyTransition({ edit: next, values }: EditTransition<F>) {
		setEdit(next);
		if (next.baseline) setUnchanged(editor.valuesOf(next.baseline));
		reset(values as DefaultValues<Values<F>>);
	}

	useResult(state, (next) => {
		setResult(next);
		setSubmittedValues(sent.current);
		setWithheld(next.isKeyWithheld === true);
		const values = getValues();
		if (next.saved) {
			rememberSeen(seenAs, next.saved);
			setOpenedAt(next.saved.at);
			return applyTransition(onSaved(editor, next.saved.after, sent.current, values));
		}
		if (next.conflict) {
			const { baseline, theirs } = next.conflict;
			// Back brings a page from before it.
			if (next.openedAt) {
				rememberSeen(seenAs, { after: theirs, at: next.openedAt });
				setOpenedAt(next.openedAt);
			}
			applyTransition(onConflict(editor, { baseline, theirs, yours: editor.contentOf(values, baseline) }, values));
			return setStop({ at: CONFLICT_ID });
		}
		if (next.fill && next.values)
			return reset(withTyped(sent.current, values, next.values) as DefaultValues<Values<F>>);
		if (next.faults || next.problem) setStop({ at: targetOf(next.faults) });
		return undefined;
	});

	/** Where the focus goes after a refusal: the field where there is one, else what is said of the whole. */
	function targetOf(faults: Faults<F> | null | undefined): string {
		const field = faults && editor.names.find((name) => faults[name] !== undefined);
		return field ? (editor.fields[field]?.targetOf?.(faults[field] ?? "") ?? field) : SUMMARY_ID;
	}

	function save(values: Values<F> = getValues()) {
		if (!once.begin()) return;
		const { baseline } = edit;
		const faults = editor.faults(baseline, values);
		const unresolved = isUnresolved(editor, edit, values);
		const isNothing = baseline && editor.changes(baseline, editor.contentOf(values, baseline)).length === 0;
		if (!faults && !unresolved && !isNothing) {
			send(values);
			return;
		}
		once.giveUp();
		const isStopped = faults !== null || unresolved;
		setWasRefused(isStopped);
		if (isStopped) setStop({ at: SUMMARY_ID });
		// All that was contested is theirs, or as it was: the conflict is settled.
		else setEdit({ ...edit, conflict: null });
		// What was saved before can still be undone.
		const { saved, changedBy, at } = result;
		setResult({ ...(saved && { saved }), ...(isStopped ? { changedBy, at } : { isUnchanged: true }) });
	}

	function send(values: Values<F>, more: Record<string, string> = {}) {
		const data = new FormData();
		for (const [name, text] of Object.entries({ ...hiddenFields, values: JSON.stringify(values), ...more })) {
			data.set(name, text);
		}
		sent.current = values;
		setWasRefused(false);
		startTransition(() => submit(data));
	}

	/** What the last save replaced, saved again with the same care. */
	function undo() {
		if (!result.saved) return;
		const before = editor.renewed(result.saved.before, getValues(), edit.baseline);
		reset(before as DefaultValues<Values<F>>);
		save(before);
		// The button is gone. What takes the focus is in sight already: nothing need be scrolled for it.
		document.getElementById(SAVE_BUTTON_ID)?.focus({ preventScroll: true });
	}

	return {
		editor,
		control,
		canWrite,
		edit,
		unchanged,
		result,
		submittedValues,
		wasRefused,
		withheld,
		isHydrated,
		isPending,
		hiddenFields,
		formRef,
		getValues,
		change<Name extends keyof F & string>(name: Name, value: Values<F>[Name]) {
			const kept = editor.fields[name]?.withhold?.(value);
			if (kept) setWithheld(kept.isWithheld);
			setValue(name as unknown as Path<Values<F>>, (kept?.value ?? value) as PathValue<Values<F>, Path<Values<F>>>);
		},
		/** Puts other values in the place of all. */
		apply: (values: Values<F>) => reset(values as DefaultValues<Values<F>>),
		choose: (part: string, choice: Choice) =>
			applyTransition(onChoice(editor, { edit, values: getValues() }, part, choice)),
		applyTransition,
		/**
		 * Takes up a draft.
		 * @param changedBy who has changed the thing since it was typed: it may meet that as a conflict
		 */
		restore(draft: EditTransition<F>, changedBy: ChangedBy | undefined) {
			applyTransition(draft);
			if (draft.edit.conflict) setResult({ ...result, changedBy, at: openedAt });
		},
		openedAt,
		submit,
		save,
		undo,
		/** Asks the server for something other than a save: what it answers stands in the state. */
		request(more: Record<string, string>) {
			if (once.begin()) send(getValues(), more);
		},
	};
}

export type Editing<F extends Fields> = ReturnType<typeof useEditor<F>>;

/**
 * What was typed into fields of several lines before this is hydrated. React sets those that hold something back to that
 * when it hydrates them, which is after the first rendering and before any effect.
 */
function linesTypedEarly(): { area: HTMLTextAreaElement; text: string }[] {
	if (typeof document === "undefined") return [];
	const areas = [...document.querySelectorAll<HTMLTextAreaElement>("form[data-early-guard] textarea")];
	return areas.flatMap((area) => (area.value === area.defaultValue ? [] : [{ area, text: area.value }]));
}

/** What the page begins with: as the server has answered, or as the thing is. */
function firstTransition<F extends Fields>(
	{ editor, baseline, start }: EditorOptions<F>,
	state: EditState<F>,
): EditTransition<F> {
	const opened = state.baseline ?? baseline;
	const values = state.values ?? (state.baseline ? editor.valuesOf(state.baseline) : start);
	if (!state.conflict) return { edit: { baseline: opened, conflict: null }, values };
	if (state.values) return { edit: { baseline: opened, conflict: { chosen: {}, ...state.conflict } }, values };
	return onConflict(editor, state.conflict, editor.valuesOf(state.conflict.yours));
}

/** What was filled in, with what was typed since it was asked for. */
function withTyped<V extends object>(sent: V, now: V, filled: V): V {
	const merged = { ...filled };
	for (const name of Object.keys(now) as (keyof V)[]) {
		if (JSON.stringify(now[name]) !== JSON.stringify(sent[name])) merged[name] = now[name];
	}
	return merged;
}
