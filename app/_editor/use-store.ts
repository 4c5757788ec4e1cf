"use client";

import { useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { type DefaultValues, type FieldErrors, type Resolver, useForm } from "react-hook-form";
import type { Editor, Faults, Fields, Values } from "./editor";
import { type EditorEvent, type EditorState, reduce } from "./editor-reducer";

export type Store<F extends Fields> = ReturnType<typeof useStore<F>>;

/**
 * The state (`reduce`) and the one store of the values (react-hook-form), whose default values are those of what is stored. An
 * event changes them together.
 */
export function useStore<F extends Fields>(editor: Editor<F>, first: () => EditorState<F>) {
	const [state, setState] = useState(first);
	/** The state after the last event, which may not be rendered yet. */
	const now = useRef(state);
	// A page without scripts shows the faults of its result.
	const [errors] = useState(() => state.result.kind === "refused" && errorsOf(editor, state, state.values));
	const resolver: Resolver<Values<F>> = (values) => ({ values: {}, errors: errorsOf(editor, now.current, values) });
	const form = useForm<Values<F>>({
		defaultValues: state.values as DefaultValues<Values<F>>,
		resolver,
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

/** What stops a save of these values: the editor's rules, and what the service has refused of the very same values. */
export function errorsOf<F extends Fields>(
	editor: Editor<F>,
	{ edit, result }: Pick<EditorState<F>, "edit" | "result">,
	values: Values<F>,
): FieldErrors<Values<F>> {
	const { faults: refused, values: sent } = result.kind === "refused" ? result : { faults: {}, values };
	const isEdited = (name: string) => JSON.stringify(values[name]) !== JSON.stringify(sent[name]);
	// A refusal holds until its field is edited, or another that helps to fill it in.
	const isOver = (name: string) =>
		editor.names.some((each) => (each === name || editor.fields[each]?.helps === name) && isEdited(each));
	const still = Object.entries(refused).filter(([name]) => !isOver(name));
	const faults = Object.entries({ ...Object.fromEntries(still), ...editor.faults(edit.baseline, values) });
	return Object.fromEntries(faults.map(([name, message]) => [name, { type: "fault", message }])) as FieldErrors<
		Values<F>
	>;
}

/** The messages of errors, by field. */
export function faultsIn<F extends Fields>(errors: FieldErrors<Values<F>>): Faults<F> {
	return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message])) as Faults<F>;
}
