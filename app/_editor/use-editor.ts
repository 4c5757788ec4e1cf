"use client";

import { useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { type DefaultValues, type Path, type PathValue, useForm } from "react-hook-form";
import { useResult } from "@/app/_forms/use-result";
import { useWait } from "@/app/_page/problem-alert";
import type { Choice } from "@/lib/dashboard/three-way-merge";
import type { Fields, Values } from "./editor";
import {
	type EditorEvent,
	type EditorOptions,
	type EditorState,
	firstState,
	lastSave,
	problemOf,
	type RestoredDraft,
	reduce,
	type Seen,
} from "./editor-reducer";
import { errorsOf, resolverOf } from "./resolver";
import { useSeen } from "./seen";
import { useSaving, useSubmission } from "./use-saving";

/** The form of the page, for buttons outside of it. */
export const EDITOR_FORM_ID = "editor-form";

/** What the components of an editor's form need, without its values. */
export function useEditor<F extends Fields>(options: EditorOptions<F>) {
	const { editor, id, idField, baseline, canWrite, madeAt } = options;
	const seenAs = `${editor.what} ${id}`;
	const seen = useSeen<Seen<F>>(id === "" ? null : seenAs, madeAt);
	const submission = useSubmission<F>(options.action);
	const { answer, submit, isPending } = submission;
	const store = useStore(editor, () => firstState(options, seen, answer));
	const { state, dispatch, form } = store;
	const { control, getValues, setValue, reset, trigger } = form;
	const early = useTypedEarly((found) => {
		if (canWrite) dispatch({ type: "hydrated", form: found, values: getValues() });
	});
	/** Form data beside the values. */
	const hiddenFields: Record<string, string> = {
		...(id !== "" && { [idField]: id }),
		...(state.edit.baseline && { opened: JSON.stringify(state.edit.baseline), openedAt: state.openedAt }),
	};
	const saving = useSaving({ editor, seenAs, hiddenFields }, store, submission);

	// A page from before a write is read again once it is shown.
	useResult(madeAt, () => {
		if (baseline && answer.kind === "idle" && !isPending)
			dispatch({ type: "renewed", baseline, madeAt, values: getValues() });
	});

	return {
		...{ ...state, ...early, ...saving },
		...{ editor, canWrite, control, getValues, trigger, submit, isPending, hiddenFields },
		/** Seconds until a save may be sent again. */
		/** Of react-hook-form: for a value within a field, such as an item of an array. */
		setValue,
		wait: useWait(problemOf(state.result)),
		/** The one that can be undone. */
		lastSave: lastSave(state),
		change<Name extends keyof F & string>(name: Name, value: Values<F>[Name]) {
			const kept = editor.fields[name]?.codec.withhold?.(value);
			if (kept) dispatch({ type: "withheld", isWithheld: kept.isWithheld });
			const path = name as unknown as Path<Values<F>>;
			setValue(path, (kept?.value ?? value) as PathValue<Values<F>, typeof path>, { shouldDirty: true });
		},
		/** Fills in values. */
		apply: (values: Values<F>) =>
			reset(values as DefaultValues<Values<F>>, { keepDefaultValues: true, keepErrors: true }),
		choose: (part: string, choice: Choice) => void dispatch({ type: "chosen", part, choice, values: getValues() }),
		restore: (draft: RestoredDraft<F>) => void dispatch({ type: "restored", draft }),
	};
}

export type Editing<F extends Fields> = ReturnType<typeof useEditor<F>>;

/**
 * The state (`reduce`) and the one store of the values (react-hook-form), whose default values are those of what is stored. An
 * event changes them together.
 */
function useStore<F extends Fields>(editor: EditorOptions<F>["editor"], first: () => EditorState<F>) {
	const [state, setState] = useState(first);
	/** The state after the last event, which may not be rendered yet. */
	const now = useRef(state);
	// A page without scripts shows the faults of its result.
	const [errors] = useState(() =>
		state.result.kind === "refused" ? errorsOf(editor, state, state.values) : undefined,
	);
	const form = useForm<Values<F>>({
		defaultValues: state.values as DefaultValues<Values<F>>,
		resolver: resolverOf(editor, () => now.current),
		shouldFocusError: false,
		...(errors && { errors }),
	});

	function show({ values, unchanged }: EditorState<F>) {
		form.reset(values as DefaultValues<Values<F>>, { keepErrors: true });
		form.resetDefaultValues(unchanged as DefaultValues<Values<F>>);
	}

	// The first rendering has the values as the defaults: the server can show no others.
	const showFirst = useEffectEvent(() => {
		if (state.values !== state.unchanged) show(state);
	});
	useLayoutEffect(() => showFirst(), []);

	function dispatch(event: EditorEvent<F>): EditorState<F> {
		const before = now.current;
		const next = reduce(editor, before, event);
		now.current = next;
		setState(next);
		if (next.values !== before.values) show(next);
		return next;
	}

	// A copy: the store changes the items of an array in place.
	const getValues = () => structuredClone(form.getValues());
	return { state, now, dispatch, form: { ...form, getValues } };
}

/**
 * Reads the document once, at hydration, for what was typed before; from there on the store owns what is shown and sent. React
 * resets text areas that had a value when it hydrates them, which is after the first rendering and before any effect.
 */
function useTypedEarly(onFound: (form: FormData) => void) {
	const [early] = useState(() => {
		if (typeof document === "undefined") return [];
		const areas = [...document.querySelectorAll<HTMLTextAreaElement>("form[data-early-guard] textarea")];
		return areas.flatMap((area) => (area.value === area.defaultValue ? [] : [{ area, text: area.value }]));
	});
	const [isHydrated, setHydrated] = useState(false);
	const formRef = useRef<HTMLFormElement>(null);
	const adopt = useEffectEvent(() => {
		setHydrated(true);
		for (const { area, text } of early) if (area.value === area.defaultValue) area.value = text;
		if (formRef.current) onFound(new FormData(formRef.current));
	});
	useLayoutEffect(() => adopt(), []);
	return { formRef, isHydrated };
}
