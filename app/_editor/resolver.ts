import type { FieldErrors, Resolver } from "react-hook-form";
import type { Editor, Faults, Fields, Values } from "./editor";
import type { EditorState } from "./editor-reducer";

type Judged<F extends Fields> = Pick<EditorState<F>, "edit" | "result">;

/** For react-hook-form. @param now the form's present state */
export function resolverOf<F extends Fields>(editor: Editor<F>, now: () => Judged<F>): Resolver<Values<F>> {
	return (values) => {
		const errors = errorsOf(editor, now(), values);
		return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
	};
}

/** What stops a save of these values: the editor's rules, and what the service has refused of the very same values. */
export function errorsOf<F extends Fields>(
	editor: Editor<F>,
	{ edit, result }: Judged<F>,
	values: Values<F>,
): FieldErrors<Values<F>> {
	const faults = { ...refusedStill(editor, result, values), ...editor.faults(edit.baseline, values) };
	const errors = Object.entries(faults).map(([name, message]) => [name, { type: "fault", message }]);
	return Object.fromEntries(errors) as FieldErrors<Values<F>>;
}

/** The messages of errors, by field. Of a field array the error is that of its root. */
export function faultsIn<F extends Fields>(errors: FieldErrors<Values<F>>): Faults<F> {
	const all = Object.entries(errors as Record<string, { message?: string; root?: { message?: string } }>);
	return Object.fromEntries(all.map(([name, error]) => [name, error.message ?? error.root?.message])) as Faults<F>;
}

/** A refusal holds until its field is edited, or another that helps to fill it in. */
function refusedStill<F extends Fields>(editor: Editor<F>, result: Judged<F>["result"], values: Values<F>): Faults<F> {
	if (result.kind !== "refused") return {};
	const isAsSent = (name: string) => JSON.stringify(values[name]) === JSON.stringify(result.values[name]);
	const isRefused = (name: string) =>
		editor.names.every((each) => (each !== name && editor.fields[each]?.helps !== name) || isAsSent(each));
	return Object.fromEntries(Object.entries(result.faults).filter(([name]) => isRefused(name))) as Faults<F>;
}
