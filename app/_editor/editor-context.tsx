"use client";

import { type Context, createContext, type ReactNode, useContext, useEffect, useEffectEvent, useMemo } from "react";
import { type FieldPath, useController, useFormState, useWatch } from "react-hook-form";
import { isUnresolved } from "./edit-state";
import type { Content, Editor, Faults, Fields, Values } from "./editor";
import type { InputProps } from "./kinds/kind";
import type { Names } from "./kinds/words";
import type { Editing } from "./use-editor";
import type { Decision } from "./use-second-editor";
import { errorsOf, faultsIn } from "./use-store";

type Now<F extends Fields> = {
	values: Values<F>;
	/** The values as the service stores them. */
	content: Content<F>;
	/** Leaving the page would lose edits. */
	isEdited: boolean;
	/** What stops a save, as far as it is shown. */
	faults: Faults<F>;
	/** A save was stopped by a conflict that still has a part without a choice. */
	isUnresolved: boolean;
	/** What a press of the button does. */
	decision: Decision;
};

const EditingContext = createContext<(Editing<Fields> & { known: Names }) | null>(null);
const NowContext = createContext<Now<Fields> | null>(null);

type EditorProviderProps<F extends Fields> = {
	editing: Editing<F>;
	known: Names;
	frame: (children: ReactNode) => ReactNode;
	children: ReactNode;
};

/**
 * The form for its components. A key renders its field and what reads all values (`useNow`), for which they are watched and
 * compared once.
 */
export function EditorProvider<F extends Fields>({ editing, known, frame, children }: EditorProviderProps<F>) {
	const { editor, edit, unchanged, control, result, isHydrated, trigger } = editing;
	const values = useWatch({ control }) as Values<F>;
	const { isDirty, errors } = useFormState({ control });
	const all = useMemo(() => ({ ...editing, known }) as unknown as Editing<Fields> & { known: Names }, [editing, known]);

	// A rule may concern several fields: once something stops a save, each change checks all of them.
	const check = useEffectEvent(() => {
		if (Object.keys(errors).length === 0) return;
		if (JSON.stringify(errorsOf(editor, editing, values)) !== JSON.stringify(errors)) void trigger();
	});
	// biome-ignore lint/correctness/useExhaustiveDependencies: the values and the result are what is checked.
	useEffect(() => check(), [values, result]);

	const content = editor.contentOf(values, edit.baseline);
	const now: Now<F> = {
		values,
		content,
		decision: editing.proposing.decisionOn(edit.baseline, content),
		isEdited: (isDirty || !isHydrated) && editor.hasEdits(unchanged, values, edit.baseline),
		faults: faultsIn<F>(errors),
		isUnresolved: result.kind === "unresolved" && isUnresolved(editor, edit, values),
	};
	return (
		<EditingContext value={all}>
			<NowContext value={now as unknown as Now<Fields>}>{frame(children)}</NowContext>
		</EditingContext>
	);
}

function useWithin<Of>(context: Context<Of | null>): Of {
	const found = useContext(context);
	if (!found) throw new Error("There is no editor's form around this.");
	return found;
}

/** The form's editing state. Values are read with `useNow`. @param _ the editor, for the types */
export function useEditing<F extends Fields>(_: Editor<F>): Editing<F> & { known: Names } {
	return useWithin(EditingContext) as unknown as Editing<F> & { known: Names };
}

/** The form's current values and faults, updated with every change. @param _ the editor, for the types */
export function useNow<F extends Fields>(_: Editor<F>): Now<F> {
	return useWithin(NowContext) as unknown as Now<F>;
}

/** Both, for components that work in every editor's form. */
export function useAnyForm(): Editing<Fields> & { known: Names; now: Now<Fields> } {
	return { ...useWithin(EditingContext), now: useWithin(NowContext) };
}

/** The props of a field's control. */
export function useField<F extends Fields, Name extends keyof F & string>(
	editor: Editor<F>,
	name: Name,
): InputProps<Values<F>[Name]> {
	const { control, edit, unchanged, canWrite, change } = useEditing(editor);
	const { field, fieldState } = useController({ control, name: name as unknown as FieldPath<Values<F>> });
	const { words, input } = editor.fields[name] ?? {};
	return {
		name,
		label: words?.label ?? name,
		description: input?.help ?? "",
		value: field.value as Values<F>[Name],
		stored: edit.baseline ? unchanged[name] : undefined,
		error: fieldState.error?.message,
		isDisabled: !canWrite,
		onChange: (value) => change(name, value),
	};
}

/** A field that the page does not show: its value stays, without scripts as well. */
export function KeptField<F extends Fields>({ of: editor, name }: { of: Editor<F>; name: keyof F & string }) {
	const { value } = useField(editor, name);
	return value === false ? null : <input type="hidden" name={name} value={value === true ? "on" : value} />;
}

type EditorFieldProps<F extends Fields> = { of: Editor<F>; name: keyof F & string } & Partial<
	Pick<InputProps<never>, "description" | "readOnly" | "placeholder" | "required" | "options">
>;

/** A field with the control of its kind. */
export function EditorField<F extends Fields>({ of: editor, name, ...words }: EditorFieldProps<F>) {
	const field = useField(editor, name);
	return editor.fields[name]?.input.render?.({ ...field, ...words }) ?? null;
}
