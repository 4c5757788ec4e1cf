"use client";

import { useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { type DefaultValues, type Path, type PathValue, useForm } from "react-hook-form";
import type { EditState } from "./edit-state";
import type { Fields, Values } from "./editor";
import {
	type EditorEvent,
	type EditorOptions,
	type EditorState,
	firstState,
	reduce,
	type Seen,
} from "./editor-reducer";
import { errorsOf, resolverOf } from "./resolver";

export type EditorStore<F extends Fields> = ReturnType<typeof useEditorStore<F>>;

/**
 * The state of an editor (`reduce`) and the one store of its values (react-hook-form), whose default values are those of what
 * is stored. An event changes them together.
 */
export function useEditorStore<F extends Fields>(
	options: EditorOptions<F>,
	seen: Seen<F> | null,
	answer: EditState<F, unknown>,
) {
	const { editor, id, idField } = options;
	const [state, setState] = useState(() => firstState(options, seen, answer));
	const latest = useRef(state);
	// A page without scripts shows the faults of its result.
	const [errors] = useState(() =>
		state.result.kind === "refused" ? errorsOf(editor, state, state.values) : undefined,
	);
	const form = useForm<Values<F>>({
		defaultValues: state.values as DefaultValues<Values<F>>,
		resolver: resolverOf(editor, () => latest.current),
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
		const before = latest.current;
		const next = reduce(editor, before, event);
		latest.current = next;
		setState(next);
		if (next.values !== before.values) show(next);
		return next;
	}

	return {
		state,
		/** The state after the last event, which may not be rendered yet. */
		now: () => latest.current,
		dispatch,
		form,
		change<Name extends keyof F & string>(name: Name, value: Values<F>[Name]) {
			const kept = editor.fields[name]?.withhold?.(value);
			if (kept) dispatch({ type: "withheld", isWithheld: kept.isWithheld });
			const path = name as unknown as Path<Values<F>>;
			form.setValue(path, (kept?.value ?? value) as PathValue<Values<F>, typeof path>, { shouldDirty: true });
		},
		/** Fills in values. */
		apply: (values: Values<F>) =>
			form.reset(values as DefaultValues<Values<F>>, { keepDefaultValues: true, keepErrors: true }),
		/** Form data beside the values. */
		hiddenFields({ edit, openedAt } = latest.current): Record<string, string> {
			const opened = edit.baseline && { opened: JSON.stringify(edit.baseline), openedAt };
			return { ...(id !== "" && { [idField]: id }), ...opened };
		},
	};
}
