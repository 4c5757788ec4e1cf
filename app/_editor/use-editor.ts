"use client";

import { startTransition, useActionState, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { type DefaultValues, type Path, type PathValue, useForm } from "react-hook-form";
import { type FormAction, keepInput } from "@/app/_forms/keep-input";
import { useOneAtATime, useResult } from "@/app/_forms/use-result";
import { useWait } from "@/app/_forms/use-wait";
import type { IdField } from "@/lib/dashboard/resources/resources";
import { type Choice, choicesOfForm } from "@/lib/dashboard/three-way-merge";
import type { ChangedBy } from "./changed-by";
import {
	type Edit,
	type EditState,
	type EditTransition,
	isUnresolved,
	onChoices,
	onConflict,
	onSaved,
	type Save,
	withChoices,
	withoutKeys,
} from "./edit-state";
import type { Content, Editor, Faults, Fields, Values } from "./editor";
import { rememberSeen } from "./seen";

export const SAVE_BUTTON_ID = "save";
export const SUMMARY_ID = "problems";
/** The form of the page, for buttons outside of it. */
export const EDITOR_FORM_ID = "editor-form";
export const CONFLICT_ID = "conflict";

export type EditorOptions<F extends Fields> = {
	editor: Editor<F>;
	/** Identifier of the resource; empty for a new one. */
	id: string;
	/** The form field of the identifier. */
	idField: IdField;
	/** Key under which this tab remembers what it has seen of the resource. */
	seenAs: string;
	/** What the service stores; null for a new resource. */
	baseline: Content<F> | null;
	/** The initial values. */
	start: Values<F>;
	/** A save of this tab after the page was rendered: it can still be undone. */
	seen?: Save<F> | null;
	canWrite: boolean;
	/** When `baseline` was read, ISO 8601 UTC, by the console's clock. */
	madeAt: string;
	/** What the page shows now: it may have been read again since the form was opened. */
	page: { baseline: Content<F> | null; madeAt: string };
	action: (state: EditState<F>, form: FormData) => Promise<EditState<F>>;
};

/**
 * The one store of the form's values (react-hook-form), the edit that they belong to, and the transitions of both. The
 * document is read once, at hydration, for what was typed before.
 */
export function useEditor<F extends Fields>(options: EditorOptions<F>) {
	const { editor, id, idField, seenAs, canWrite } = options;
	const [state, submit, isPending] = useActionState<EditState<F>, FormData>(
		// The store keeps the values: a result without any leaves them unchanged.
		keepInput(options.action as FormAction<EditState<F>>, () => ({})),
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
	const wait = useWait(result.problem);
	const [submittedValues, setSubmittedValues] = useState<Values<F>>(first.values);
	const [wasRefused, setWasRefused] = useState(state.faults !== undefined);
	const [isHydrated, setHydrated] = useState(false);
	const [withheld, setWithheld] = useState(state.isKeyWithheld === true);
	/** Id of the element, once rendered, that takes the focus: what stops a save. */
	const [stop, setStop] = useState<{ at: string } | null>(null);
	const formRef = useRef<HTMLFormElement>(null);
	const sent = useRef(first.values);
	const once = useOneAtATime(isPending);
	/** Form data beside the values. */
	const hiddenFields: Record<string, string> = {
		...(id === "" ? {} : { [idField]: id }),
		...(edit.baseline ? { opened: JSON.stringify(edit.baseline), openedAt } : {}),
	};

	// The document is read once; from here on the store owns what is shown and sent.
	const adopt = useEffectEvent(() => {
		setHydrated(true);
		if (!formRef.current || !canWrite) return;
		for (const { area, text } of early) if (area.value === area.defaultValue) area.value = text;
		const form = new FormData(formRef.current);
		const { values, withheld: keys } = withoutKeys(editor, editor.typed(form));
		if (keys.length > 0) setWithheld(true);
		const transition = onChoices(editor, { edit, values }, choicesOfForm(form));
		if (transition.edit !== edit || editor.hasEdits(getValues(), transition.values, edit.baseline))
			applyTransition(transition);
	});
	useLayoutEffect(() => adopt(), []);

	useEffect(() => {
		if (!stop) return;
		document.getElementById(stop.at)?.focus();
		// A hidden field can't be focused.
		if (document.activeElement?.id !== stop.at) document.getElementById(SUMMARY_ID)?.focus();
	}, [stop]);

	function applyTransition({ edit: next, values }: EditTransition<F>) {
		setEdit(next);
		if (next.baseline) setUnchanged(editor.valuesOf(next.baseline));
		reset(values as DefaultValues<Values<F>>);
	}

	// A page from before a write is read again once it is shown: what was typed since stays, and a save finds the conflict.
	const adoptPage = useEffectEvent(({ baseline, madeAt }: EditorOptions<F>["page"]) => {
		const isUntouched = Object.keys(state).length === 0 && !isPending && !edit.conflict;
		if (!baseline || !edit.baseline || !isUntouched || editor.hasEdits(unchanged, getValues())) return;
		if (editor.changes(edit.baseline, baseline).length === 0) return;
		setOpenedAt(madeAt);
		setResult({});
		applyTransition({ edit: { baseline, conflict: null }, values: editor.valuesOf(baseline) });
	});
	const { page } = options;
	const adopted = useRef(page.madeAt);
	useEffect(() => {
		if (adopted.current === page.madeAt) return;
		adopted.current = page.madeAt;
		adoptPage(page);
	}, [page]);

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
			// The browser's Back may restore a page from before it.
			if (next.openedAt) {
				rememberSeen(seenAs, { after: theirs, at: next.openedAt });
				setOpenedAt(next.openedAt);
			}
			applyTransition(onConflict(editor, { baseline, theirs, yours: editor.contentOf(values, baseline) }, values));
			return setStop({ at: CONFLICT_ID });
		}
		if (next.isPartlySaved && next.baseline) {
			if (next.openedAt) setOpenedAt(next.openedAt);
			applyTransition({ edit: { baseline: next.baseline, conflict: null }, values });
		}
		if (next.fill && next.values)
			return reset(withTyped(sent.current, values, next.values) as DefaultValues<Values<F>>);
		if (next.faults || next.problem) setStop({ at: targetOf(next.faults) });
		return undefined;
	});

	/** The element to focus after a refusal: its field, else the error summary. */
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
		// Every contested part is theirs or as in the baseline: the conflict is resolved.
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

	/** Saves what the last save replaced, with the same checks. */
	function undo() {
		if (!result.saved) return;
		const before = editor.renewed(result.saved.before, getValues(), edit.baseline);
		reset(before as DefaultValues<Values<F>>);
		save(before);
		// The button is gone. The save button is always in view, so nothing is scrolled.
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
		/** Seconds until a save may be sent again. */
		wait,
		hiddenFields,
		formRef,
		getValues,
		change<Name extends keyof F & string>(name: Name, value: Values<F>[Name]) {
			const kept = editor.fields[name]?.withhold?.(value);
			if (kept) setWithheld(kept.isWithheld);
			setValue(name as unknown as Path<Values<F>>, (kept?.value ?? value) as PathValue<Values<F>, Path<Values<F>>>);
		},
		/** Replaces all values. */
		apply: (values: Values<F>) => reset(values as DefaultValues<Values<F>>),
		choose: (part: string, choice: Choice) =>
			applyTransition(withChoices(editor, { edit, values: getValues() }, new Map([[part, choice]]))),
		applyTransition,
		/**
		 * Restores a draft.
		 * @param changedBy the author of a change since the draft, with which it may conflict
		 */
		restore(draft: EditTransition<F>, changedBy: ChangedBy | undefined) {
			applyTransition(draft);
			if (draft.edit.conflict) setResult({ ...result, changedBy, at: openedAt });
		},
		openedAt,
		submit,
		save,
		undo,
		/** Requests something other than a save from the server; the result is in the state. */
		request(more: Record<string, string>) {
			if (once.begin()) send(getValues(), more);
		},
	};
}

export type Editing<F extends Fields> = ReturnType<typeof useEditor<F>>;

/**
 * What was typed into text areas before hydration. React resets text areas that had a value when it hydrates them, which is
 * after the first rendering and before any effect.
 */
function linesTypedEarly(): { area: HTMLTextAreaElement; text: string }[] {
	if (typeof document === "undefined") return [];
	const areas = [...document.querySelectorAll<HTMLTextAreaElement>("form[data-early-guard] textarea")];
	return areas.flatMap((area) => (area.value === area.defaultValue ? [] : [{ area, text: area.value }]));
}

/** The page's initial state: the result of an action, or the resource as stored. */
function firstTransition<F extends Fields>(
	{ editor, baseline, start }: EditorOptions<F>,
	state: EditState<F>,
): EditTransition<F> {
	const first = state.baseline ?? baseline;
	const values = state.values ?? (state.baseline ? editor.valuesOf(state.baseline) : start);
	if (!state.conflict) return { edit: { baseline: first, conflict: null }, values };
	if (state.values) return { edit: { baseline: first, conflict: { chosen: {}, ...state.conflict } }, values };
	return onConflict(editor, state.conflict, editor.valuesOf(state.conflict.yours));
}

/** The filled-in values, with what was typed since the request. */
function withTyped<V extends object>(sent: V, now: V, filled: V): V {
	const merged = { ...filled };
	for (const name of Object.keys(now) as (keyof V)[]) {
		if (JSON.stringify(now[name]) !== JSON.stringify(sent[name])) merged[name] = now[name];
	}
	return merged;
}
