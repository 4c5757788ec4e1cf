import type { FieldErrors, Resolver } from "react-hook-form";
import type { EditState } from "./edit-state";
import type { Editor, Faults, Fields, Values } from "./editor";
import type { EditorState } from "./editor-reducer";

/** Of an error: a rule of the editor, or a refusal of the service, which may be gone when the same is sent again. */
const RULE = "rule";
const REFUSAL = "refusal";

/** What stops a save of these values: the editor's rules, and what the service has refused of the very same values. */
export function errorsOf<F extends Fields>(
	editor: Editor<F>,
	{ edit, result }: Pick<EditorState<F>, "edit" | "result">,
	values: Values<F>,
): FieldErrors<Values<F>> {
	const rules = errorsOfType(RULE, editor.faults(edit.baseline, values) ?? {});
	return { ...errorsOfType(REFUSAL, refused(editor, result, values)), ...rules } as FieldErrors<Values<F>>;
}

/** For react-hook-form. @param now the form's present state */
export function resolverOf<F extends Fields>(
	editor: Editor<F>,
	now: () => Pick<EditorState<F>, "edit" | "result">,
): Resolver<Values<F>> {
	return (values) => {
		const errors = errorsOf(editor, now(), values);
		return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
	};
}

/** The messages of errors, by field. Of a field array the error is that of its root. */
export function faultsIn<F extends Fields>(errors: FieldErrors<Values<F>>): Faults<F> {
	const all = Object.entries(errors as Record<string, ErrorOfField>);
	return Object.fromEntries(all.map(([name, error]) => [name, error.message ?? error.root?.message])) as Faults<F>;
}

export function isOfRule<F extends Fields>(errors: FieldErrors<Values<F>>): boolean {
	return Object.values(errors).some((error) => (error as ErrorOfField).type !== REFUSAL);
}

type ErrorOfField = { type?: string; message?: string; root?: { message?: string } };

function errorsOfType<F extends Fields>(type: string, faults: Faults<F>): Record<string, ErrorOfField> {
	return Object.fromEntries(Object.entries(faults).map(([name, message]) => [name, { type, message }]));
}

/** A refusal holds until its field is edited, or another that helps to fill it in. */
function refused<F extends Fields>(editor: Editor<F>, result: EditState<F, unknown>, values: Values<F>): Faults<F> {
	if (result.kind !== "refused") return {};
	const isAsSent = (name: string) => JSON.stringify(values[name]) === JSON.stringify(result.values[name]);
	const isRefused = (name: string) =>
		editor.names.every((each) => (each !== name && editor.fields[each]?.helps !== name) || isAsSent(each));
	return Object.fromEntries(Object.entries(result.faults).filter(([name]) => isRefused(name))) as Faults<F>;
}
