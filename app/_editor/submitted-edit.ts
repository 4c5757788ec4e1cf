import "server-only";
import type { ChangedBy } from "@/app/_history/changed-by";
import { isTooDeep } from "@/lib/contract/limits";
import type { IdField } from "@/lib/dashboard/resources/resources";
import { type FormShown, withFormChoices, withoutKeys } from "./edit-state";
import type { Editor, Fields } from "./editor";
import { isRecord, isText } from "./kinds/kind";

/**
 * The form data of an edit, parsed; it comes from this version of the page. The values are without any private key, and with
 * the choices made for contested parts; a conflict is that of a page without scripts.
 */
export type SubmittedEdit<F extends Fields> = FormShown<F> & {
	/** Empty for a new resource. */
	id: string;
	/** The fields that a private key was removed from. */
	withheld: readonly (keyof F & string)[];
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
		const baseline = form.has("opened") ? content(jsonOf(form, "opened")) : null;
		const raw = form.has("values") ? jsonOf(form, "values") : editor.typed(form);
		const typed = needed(editor.valuesIn(raw));
		const sent = form.has("conflict") ? jsonOf(form, "conflict") : null;
		const shown = sent === null ? null : needed(isRecord(sent) ? sent : null);
		const conflict = shown && {
			baseline: content(shown.baseline),
			theirs: content(shown.theirs),
			yours: content(shown.yours),
			chosen: {},
			changedBy: changedByIn(shown.changedBy),
			at: timeIn(shown.at),
		};
		const chosen = withFormChoices(editor, { baseline, conflict, values: typed }, form);
		// The value of a chosen side comes from the form as well.
		const { values, withheld } = withoutKeys(editor, needed(editor.valuesIn(chosen.values)));
		return {
			id: String(form.get(idField) ?? ""),
			baseline,
			openedAt: String(form.get("openedAt") ?? ""),
			values,
			withheld,
			conflict: chosen.conflict,
			intent: String(form.get("intent") ?? ""),
			form,
		};
	} catch {
		return null;
	}
}

function changedByIn(raw: unknown): ChangedBy | undefined {
	if (!isRecord(raw)) return raw === null ? null : undefined;
	const at = timeIn(raw.at);
	return at ? { person: String(raw.person), isOneself: raw.isOneself === true, at } : undefined;
}

function timeIn(raw: unknown): string | undefined {
	return isText(raw) && !Number.isNaN(Date.parse(raw)) ? raw : undefined;
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
