import "server-only";
import { isTooDeep } from "@/lib/contract/json-depth";
import type { IdField } from "@/lib/dashboard/resources/resources";
import { type Choice, choicesOfForm, type Versions } from "@/lib/dashboard/three-way-merge";
import { withoutKeys } from "./edit-state";
import type { Content, Editor, Fields, Values } from "./editor";
import { isRecord, isText } from "./kinds/kind";

/** The form data of an edit, parsed; it comes from this version of the page. */
export type SubmittedEdit<F extends Fields> = {
	/** Empty for a new resource. */
	id: string;
	/** Null for a new resource. */
	baseline: Content<F> | null;
	/** When the baseline was read, ISO 8601 UTC, by the console’s clock; empty where the form omits it. */
	openedAt: string;
	/** Without any private key. */
	values: Values<F>;
	/** The fields that a private key was removed from. */
	withheld: readonly (keyof F & string)[];
	/** A conflict shown by a page without scripts, with the choices for the contested parts, by position. */
	conflict: {
		versions: Versions<Content<F>>;
		choices: (Choice | null)[];
		/** When its own baseline was read, ISO 8601 UTC; empty where the form omits it. */
		since: string;
	} | null;
	/** Value of the pressed button; empty: save. */
	intent: string;
	form: FormData;
};

/**
 * Parses the form: with scripts its values are one JSON text; without, the browser's controls.
 * @returns null for a form that no page of this version sends
 */
export function readEdit<F extends Fields>(
	editor: Editor<F>,
	form: FormData,
	idField: IdField,
): SubmittedEdit<F> | null {
	const content = (raw: unknown) => needed(editor.contentIn(raw));
	try {
		const conflict = form.has("conflict") ? jsonOf(form, "conflict") : {};
		const shown = needed(isRecord(conflict) ? conflict : null);
		const raw = form.has("values") ? jsonOf(form, "values") : editor.typed(form);
		const { values, withheld } = withoutKeys(editor, needed(editor.valuesIn(raw)));
		return {
			id: String(form.get(idField) ?? ""),
			openedAt: String(form.get("openedAt") ?? ""),
			baseline: form.has("opened") ? content(jsonOf(form, "opened")) : null,
			values,
			withheld,
			conflict: form.has("conflict")
				? {
						versions: {
							baseline: content(shown.baseline),
							theirs: content(shown.theirs),
							yours: content(shown.yours),
						},
						choices: choicesOfForm(form),
						since: isText(shown.since) ? shown.since : "",
					}
				: null,
			intent: String(form.get("intent") ?? ""),
			form,
		};
	} catch {
		return null;
	}
}

function needed<Of>(found: Of | null): Of {
	if (found === null) throw new SyntaxError("Not of this form.");
	return found;
}

function jsonOf(form: FormData, name: string): unknown {
	const value: unknown = JSON.parse(String(form.get(name)));
	if (isTooDeep(value)) throw new SyntaxError("no page nests its values so deeply");
	return value;
}
