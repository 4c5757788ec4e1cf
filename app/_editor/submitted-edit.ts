import "server-only";
import { z } from "zod";
import { isTooDeep } from "@/lib/contract/json-depth";
import type { IdField } from "@/lib/dashboard/resources/resources";
import { type Choice, choicesOfForm, type Versions } from "@/lib/dashboard/three-way-merge";
import { withoutKeys } from "./edit-state";
import type { Content, Editor, Fields, Values } from "./editor";

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
	const content = schemaOf(editor.contentIn);
	const versions = z.object({ baseline: content, theirs: content, yours: content, since: z.string().optional() });
	try {
		const shown = form.has("conflict") ? versions.parse(jsonOf(form, "conflict")) : null;
		const raw = form.has("values") ? jsonOf(form, "values") : editor.typed(form);
		const { values, withheld } = withoutKeys(editor, schemaOf(editor.valuesIn).parse(raw));
		return {
			id: String(form.get(idField) ?? ""),
			openedAt: String(form.get("openedAt") ?? ""),
			baseline: form.has("opened") ? content.parse(jsonOf(form, "opened")) : null,
			values,
			withheld,
			conflict: shown && {
				versions: shown,
				choices: choicesOfForm(form),
				since: shown.since ?? "",
			},
			intent: String(form.get("intent") ?? ""),
			form,
		};
	} catch {
		return null;
	}
}

/** A schema from an editor's reader; unknown properties are left out. */
function schemaOf<Of>(read: (raw: unknown) => Of | null) {
	return z.unknown().transform((raw, { addIssue }) => {
		const found = read(raw);
		if (found !== null) return found;
		addIssue("Not of this form.");
		return z.NEVER;
	});
}

function jsonOf(form: FormData, name: string): unknown {
	const value: unknown = JSON.parse(String(form.get(name)));
	if (isTooDeep(value)) throw new SyntaxError("no page nests its values so deeply");
	return value;
}
