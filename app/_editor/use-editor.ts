"use client";

import { startTransition, useActionState, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { type DefaultValues, type Path, type PathValue, useForm } from "react-hook-form";
import { type FormAction, keepInput } from "@/app/_forms/keep-input";
import { useResult } from "@/app/_forms/use-result";
import { useWait } from "@/app/_page/problem-alert";
import type { IdField } from "@/lib/dashboard/resources/resources";
import type { Choice } from "@/lib/dashboard/three-way-merge";
import {
	type Edit,
	type EditState,
	type EditTransition,
	isUnresolved,
	onConflict,
	onSaved,
	type Save,
	withChoices,
	withFormChoices,
	withoutKeys,
} from "./edit-state";
import type { Content, Editor, Faults, Fields, Values } from "./editor";
import { KEY_WITHHELD } from "./kinds/kind";
import { rememberPage, rememberSeen, seenSince } from "./seen";

export const SAVE_BUTTON_ID = "save";
export const SUMMARY_ID = "problems";
/** The form of the page, for buttons outside of it. */
export const EDITOR_FORM_ID = "editor-form";
export const CONFLICT_ID = "conflict";

/** The button is in view at every scroll position, so nothing is scrolled. */
export function focusSave(): void {
	document.getElementById(SAVE_BUTTON_ID)?.focus({ preventScroll: true });
}

export type EditorOptions<F extends Fields> = {
	editor: Editor<F>;
	/** Identifier of the resource; empty for a new one. */
	id: string;
	idField: IdField;
	/** What the service stores; null for a new resource. */
	baseline: Content<F> | null;
	/** The initial values for a new resource. */
	start?: Values<F>;
	/** The initial values of a stored one, where they differ from what is stored: an earlier version. */
	edits?: Values<F> | null;
	canWrite: boolean;
	/** When the page was rendered, ISO 8601 UTC, by the console's clock. */
	madeAt: string;
	action: (state: EditState<F>, form: FormData) => Promise<EditState<F>>;
};

/** What this tab has seen of the resource since the page was rendered: its own save, or what a conflict showed. */
type Seen<F extends Fields> = Pick<Save<F>, "after" | "at"> & { saved?: Save<F> };

/**
 * The one store of the form's values (react-hook-form), the edit that they belong to, and the transitions of both. The
 * document is read once, at hydration, for what was typed before.
 */
export function useEditor<F extends Fields>(options: EditorOptions<F>) {
	const { editor, id, idField, canWrite, madeAt } = options;
	const seenAs = `${editor.what} ${id}`;
	const [seen] = useState(() => (id === "" ? null : seenSince<Seen<F>>(seenAs, madeAt)));
	useEffect(() => rememberPage(madeAt), [madeAt]);
	const [state, submit, isPending] = useActionState<EditState<F>, FormData>(
		// The store keeps the values: a result without any leaves them unchanged.
		keepInput(options.action as FormAction<EditState<F>>, () => ({})),
		{} as Awaited<EditState<F>>,
	);
	const [first] = useState(() => firstTransition(options, seen, state));
	const [early] = useState(linesTypedEarly);
	const { control, setValue, getValues, reset } = useForm<Values<F>>({
		defaultValues: first.values as DefaultValues<Values<F>>,
	});
	const [openedAt, setOpenedAt] = useState(state.saved?.at ?? state.openedAt ?? seen?.at ?? madeAt);
	const [edit, setEdit] = useState<Edit<F>>(first.edit);
	const [unchanged, setUnchanged] = useState<Values<F>>(() => storedValues(options, edit.baseline));
	const [result, setResult] = useState<EditState<F>>({ ...(seen?.saved && { saved: seen.saved }), ...state });
	/** The last save after the page was rendered. */
	const [latest, setLatest] = useState(result.saved ?? null);
	const wait = useWait(result.problem);
	const [submittedValues, setSubmittedValues] = useState<Values<F>>(first.values);
	const [wasRefused, setWasRefused] = useState(state.faults !== undefined);
	const [isHydrated, setHydrated] = useState(false);
	const [withheld, setWithheld] = useState(() => isKeyWithheld(state));
	/** Id of the element, once rendered, that takes the focus: what stops a save. */
	const [stop, setStop] = useState<{ at: string } | null>(null);
	const formRef = useRef<HTMLFormElement>(null);
	const sent = useRef(first.values);
	const isSending = useRef(false);
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
		const transition = withFormChoices(editor, { edit, values }, form);
		if (transition.edit !== edit || editor.hasEdits(getValues(), transition.values, edit.baseline))
			applyTransition(transition);
	});
	useLayoutEffect(() => adopt(), []);

	// In the same commit as the result: a press right after it counts.
	useLayoutEffect(() => {
		if (!isPending) isSending.current = false;
	}, [isPending]);

	useEffect(() => {
		if (!stop) return;
		document.getElementById(stop.at)?.focus();
		// A hidden field can't be focused.
		if (document.activeElement?.id !== stop.at) document.getElementById(SUMMARY_ID)?.focus();
	}, [stop]);

	const apply = (values: Values<F>) => reset(values as DefaultValues<Values<F>>);

	/** @param readAt when its baseline was read; absent: as before */
	function applyTransition({ edit: next, values }: EditTransition<F>, readAt = openedAt) {
		setOpenedAt(readAt);
		setEdit(next);
		setUnchanged(storedValues(options, next.baseline));
		apply(values);
	}

	// A page from before a write is read again once it is shown: what was typed since stays, and a save finds the conflict.
	useResult(madeAt, () => {
		const { baseline } = options;
		const isUntouched = Object.keys(state).length === 0 && !isPending && !edit.conflict;
		if (!baseline || !edit.baseline || !isUntouched || editor.hasEdits(unchanged, getValues())) return;
		if (editor.changes(edit.baseline, baseline).length === 0) return;
		setResult({});
		setLatest(null);
		applyTransition({ edit: { baseline, conflict: null }, values: editor.valuesOf(baseline) }, madeAt);
	});

	useResult(state, (next) => {
		setResult(next);
		setSubmittedValues(sent.current);
		setWithheld(isKeyWithheld(next));
		const values = getValues();
		if (next.saved) {
			const { after, at } = next.saved;
			rememberSeen(seenAs, { after, at, saved: next.saved });
			setLatest(next.saved);
			return applyTransition(onSaved(editor, after, sent.current, values), at);
		}
		if (next.conflict) {
			const { baseline, theirs } = next.conflict;
			const yours = editor.contentOf(values, baseline);
			// The browser's Back may restore a page from before it.
			if (next.openedAt) rememberSeen(seenAs, { after: theirs, at: next.openedAt });
			applyTransition(onConflict(editor, { ...next.conflict, yours }, values), next.openedAt);
			return setStop({ at: CONFLICT_ID });
		}
		if (next.isPartlySaved && next.baseline)
			applyTransition({ edit: { baseline: next.baseline, conflict: null }, values }, next.openedAt);
		if (next.fill && next.values) return apply(withTyped(sent.current, values, next.values));
		if (next.faults || next.problem) setStop({ at: targetOf(next.faults) });
		return undefined;
	});

	/** The element to focus after a refusal: its field, else the error summary. */
	function targetOf(faults: Faults<F> | null | undefined): string {
		const field = faults && editor.names.find((name) => faults[name] !== undefined);
		return field ? (editor.fields[field]?.targetOf?.(faults[field] ?? "") ?? field) : SUMMARY_ID;
	}

	function save(values: Values<F> = getValues()) {
		if (isSending.current) return;
		const { baseline } = edit;
		const faults = editor.faults(baseline, values);
		const unresolved = isUnresolved(editor, edit, values);
		const isNothing = baseline && editor.changes(baseline, editor.contentOf(values, baseline)).length === 0;
		if (!faults && !unresolved && !isNothing) return send(values);
		const isStopped = faults !== null || unresolved;
		setWasRefused(isStopped);
		if (isStopped) setStop({ at: SUMMARY_ID });
		// Every contested part is theirs or as in the baseline: the conflict is resolved.
		else setEdit({ ...edit, conflict: null });
		// What was saved before can still be undone.
		const { saved } = result;
		setResult({ ...(saved && { saved }), ...(!isStopped && { isUnchanged: true }) });
	}

	/** One at a time: a second press before the result does nothing. */
	function send(values: Values<F>, more: Record<string, string> = {}) {
		if (isSending.current) return;
		isSending.current = true;
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
		const before = editor.valuesOf(result.saved.before, getValues(), edit.baseline);
		apply(before);
		save(before);
		// The button is gone.
		focusSave();
	}

	return {
		editor,
		control,
		canWrite,
		edit,
		unchanged,
		result,
		latest,
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
		apply,
		choose: (part: string, choice: Choice) =>
			applyTransition(withChoices(editor, { edit, values: getValues() }, new Map([[part, choice]]))),
		applyTransition,
		openedAt,
		submit,
		save,
		undo,
		/** Requests something other than a save from the server; the result is in the state. */
		request: (more: Record<string, string>) => send(getValues(), more),
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

/** The values of what is stored, or of a new resource. */
function storedValues<F extends Fields>({ editor, start }: EditorOptions<F>, baseline: Content<F> | null): Values<F> {
	return baseline ? editor.valuesOf(baseline) : (start ?? editor.valuesOf(editor.defaults));
}

/** The page's initial state: the result of an action, or the resource as stored. */
function firstTransition<F extends Fields>(
	options: EditorOptions<F>,
	seen: Seen<F> | null,
	state: EditState<F>,
): EditTransition<F> {
	const { editor } = options;
	const { conflict = null } = state;
	if (conflict && !state.values) return onConflict(editor, conflict, editor.valuesOf(conflict.yours));
	const baseline = state.baseline ?? seen?.after ?? options.baseline;
	const edits = state.baseline || seen ? null : options.edits;
	return { edit: { baseline, conflict }, values: state.values ?? edits ?? storedValues(options, baseline) };
}

function isKeyWithheld({ faults = {} }: EditState<Fields>): boolean {
	return Object.values(faults).includes(KEY_WITHHELD);
}

/** The filled-in values, with what was typed since the request. */
function withTyped<V extends object>(sent: V, now: V, filled: V): V {
	const names = Object.keys(now) as (keyof V)[];
	const typed = names.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(sent[name]));
	return { ...filled, ...Object.fromEntries(typed.map((name) => [name, now[name]])) };
}
