"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import { useWatch } from "react-hook-form";
import { isUnresolved } from "./edit-state";
import type { Content, Editor, Faults, Fields, Values } from "./editor";
import type { InputProps, Names } from "./kinds/kind";
import type { Editing } from "./use-editor";

type Now<F extends Fields> = {
	values: Values<F>;
	/** What they mean to the service. */
	content: Content<F>;
	/** Something would be lost by leaving. */
	isEdited: boolean;
	/** What stops a save, as far as it has been said. */
	faults: Faults<F>;
	/** A conflict was to be saved and still waits for a choice. */
	isUnresolved: boolean;
};

const EditingContext = createContext<(Editing<Fields> & { known: Names }) | null>(null);
const NowContext = createContext<Now<Fields> | null>(null);

type EditorProviderProps<F extends Fields> = {
	editing: Editing<F>;
	known: Names;
	/** Around the children, within the editor's reach. */
	frame?: ((children: ReactNode) => ReactNode) | undefined;
	children: ReactNode;
};

/** The store is watched here, once for all fields: what doesn't show values isn't rendered again at every key. */
export function EditorProvider<F extends Fields>({ editing, known, frame, children }: EditorProviderProps<F>) {
	const { editor, edit, unchanged, control, result, wasRefused } = editing;
	const values = useWatch({ control }) as Values<F>;
	const all = useMemo(() => ({ ...editing, known }) as unknown as Editing<Fields> & { known: Names }, [editing, known]);
	const isStopped = wasRefused || result.isUnresolved === true;
	const now = {
		values,
		content: editor.contentOf(values, edit.baseline),
		isEdited: editor.hasEdits(unchanged, values),
		faults: shownFaults(editing, values),
		isUnresolved: isStopped && isUnresolved(editor, edit, values),
	};
	return (
		<EditingContext value={all}>
			<NowContext value={now as unknown as Now<Fields>}>{frame ? frame(children) : children}</NowContext>
		</EditingContext>
	);
}

/** By the browser's rules once a save was refused, and by the server of what was not edited since. */
function shownFaults<F extends Fields>(
	{ editor, edit, result, submittedValues, wasRefused }: Editing<F>,
	values: Values<F>,
): Faults<F> {
	const isAsSubmitted = (name: keyof F & string) => {
		const about = editor.names.filter((each) => each === name || editor.fields[each]?.helps === name);
		return about.every((each) => JSON.stringify(values[each]) === JSON.stringify(submittedValues[each]));
	};
	const refused = editor.names.filter((name) => result.faults?.[name] !== undefined && isAsSubmitted(name));
	return {
		...(Object.fromEntries(refused.map((name) => [name, result.faults?.[name]])) as Faults<F>),
		...(wasRefused ? editor.faults(edit.baseline, values) : null),
	};
}

const OUTSIDE = "There is no editor's form around this.";

/** What every part of a form works with. The values are read with `useNow`. @param _ says which editor's form it is in */
export function useEditing<F extends Fields>(_: Editor<F>): Editing<F> & { known: Names } {
	const editing = useContext(EditingContext);
	if (!editing) throw new Error(OUTSIDE);
	return editing as unknown as Editing<F> & { known: Names };
}

/** All that is wanted, anew with every change. @param _ says which editor's form it is in */
export function useNow<F extends Fields>(_: Editor<F>): Now<F> {
	const now = useContext(NowContext);
	if (!now) throw new Error(OUTSIDE);
	return now as unknown as Now<F>;
}

/** The same in the parts of every form, which don't know what is edited. */
export function useAnyForm(): Editing<Fields> & { known: Names; now: Now<Fields> } {
	const [editing, now] = [useContext(EditingContext), useContext(NowContext)];
	if (!editing || !now) throw new Error(OUTSIDE);
	return { ...editing, now };
}

/** What the control of a field works with. */
export function useField<F extends Fields, Name extends keyof F & string>(
	editor: Editor<F>,
	name: Name,
): InputProps<Values<F>[Name]> {
	const { edit, unchanged, canWrite, change } = useEditing(editor);
	const { values, faults } = useNow(editor);
	const kind = editor.fields[name];
	return {
		name,
		label: kind?.label ?? name,
		help: kind?.help ?? "",
		value: values[name],
		stored: edit.baseline ? unchanged[name] : undefined,
		fault: faults[name],
		isDisabled: !canWrite,
		onChange: (value) => change(name, value),
	};
}

type EditorFieldProps<F extends Fields> = { of: Editor<F>; name: keyof F & string } & Partial<
	Pick<InputProps<never>, "help" | "readOnly" | "placeholder" | "required">
>;

/** A field as its kind draws it. */
export function EditorField<F extends Fields>({ of: editor, name, ...words }: EditorFieldProps<F>) {
	const field = useField(editor, name);
	return editor.fields[name]?.draw?.({ ...field, ...words }) ?? null;
}
