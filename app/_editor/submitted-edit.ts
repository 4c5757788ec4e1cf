import "server-only";
import { outdatedPage } from "@/app/_forms/json-response";
import type { ChangedBy } from "@/app/_history/changed-by";
import { isTooDeep } from "@/lib/contract/limits";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { PROPOSE_INTENT } from "@/lib/dashboard/proposals/proposal";
import { REASON_FIELD } from "@/lib/dashboard/resources/act-kinds";
import { type IdField, type ResourceName, resources } from "@/lib/dashboard/resources/resources";
import type { Permission } from "@/lib/dashboard/session/permissions";
import { permittedForm } from "@/lib/dashboard/session/session";
import { type EditState, type FormShown, formOf, isUnresolved, withFormChoices, withoutKeys } from "./edit-state";
import type { Content, Editor, Faults, Fields } from "./editor";
import { isRecord, isText, KEY_WITHHELD } from "./kinds/kind";
import { fieldAtPath } from "./wire";

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

/** What a form has to pass before something is written. */
export type Checks<F extends Fields> = {
	editor: Editor<F>;
	idField: IdField;
	/** The subject of problems and refusals. */
	subject: ResourceName;
	/** What a session needs before its form is read; absent: what the resource needs. */
	permission?: Permission;
	/** Handles a button other than "Save"; null: not a button of this form. */
	intent?: (submitted: SubmittedEdit<F>) => EditState<F> | null | Promise<EditState<F> | null>;
	/** Proposes what a save would send, and redirects; absent: it can't be proposed. */
	propose?: (content: Content<F>, submitted: SubmittedEdit<F>) => Promise<EditState<F>>;
	/** Faults beside the rules that the browser checks. */
	refuse?: (submitted: SubmittedEdit<F>) => Faults<F> | null;
	/** The field that a path of the interface belongs to, where the editor's own paths don't contain it. */
	fieldAt?: (path: string) => (keyof F & string) | null;
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

/**
 * Creates a resource: `make` sends it, and redirects or returns what the page shows.
 * @param sent the form
 */
export function createEdited<F extends Fields, Made = never>(
	checks: Checks<F>,
	sent: unknown,
	make: (content: Content<F>, edit: SubmittedEdit<F>) => Promise<EditState<F, Made>>,
): Promise<EditState<F, Made>> {
	const create = (form: FormData) =>
		handled<F, Made>(checks, form, async (edit) => {
			const instead = await insteadOfSave(checks, { ...edit, baseline: null });
			return instead ?? make(checks.editor.contentOf(edit.values, null), edit);
		});
	return permitted(checks.subject, sent, create, checks.permission);
}

/** Session and role come first; nothing of the form is read before. @param act does the rest */
export async function permitted<F extends Fields, Made>(
	subject: ResourceName,
	sent: unknown,
	act: (form: FormData) => Promise<EditState<F, Made>>,
	permission: Permission = resources[subject].permission,
): Promise<EditState<F, Made>> {
	try {
		const { form } = await permittedForm(permission, sent);
		return await act(form);
	} catch (error) {
		return { kind: "unread", problem: problemOf(error, subject) };
	}
}

/** Parses the form; an error is a problem beside what was sent. */
export async function handled<F extends Fields, Made>(
	checks: Checks<F>,
	form: FormData,
	act: (edit: SubmittedEdit<F>) => Promise<EditState<F, Made>>,
): Promise<EditState<F, Made>> {
	const { editor, idField, subject } = checks;
	const edit = readEdit(editor, form, idField);
	if (!edit) return { kind: "unread", problem: outdatedPage };
	try {
		return await act(edit);
	} catch (error) {
		const problem = problemOf(error, subject);
		const faults = refusal(checks, problem);
		return { ...(faults ? { kind: "refused", faults } : { kind: "failed", problem }), ...formOf(edit) };
	}
}

/** The result of a button other than "Save", or what stops a save; null: it may go on. What stops a save is not proposed either. */
export async function insteadOfSave<F extends Fields>(
	{ editor, intent, refuse, propose }: Checks<F>,
	edit: SubmittedEdit<F>,
): Promise<EditState<F> | null> {
	const { baseline, values, withheld } = edit;
	const proposes = edit.intent === PROPOSE_INTENT ? propose : undefined;
	if (!proposes && !["", "save"].includes(edit.intent))
		return (await intent?.(edit)) ?? { kind: "unread", problem: outdatedPage };
	if (isUnresolved(editor, edit, values)) return { kind: "unresolved", ...formOf(edit) };
	const kept = Object.fromEntries(withheld.map((name) => [name, KEY_WITHHELD])) as Faults<F>;
	const faults: Faults<F> = { ...editor.faults(baseline, values), ...refuse?.(edit), ...kept };
	if (Object.keys(faults).length > 0) return { kind: "refused", faults, ...formOf(edit) };
	if (!proposes) return null;
	const content = editor.contentOf(values, baseline);
	if (baseline && editor.changes(baseline, content).length === 0)
		return { kind: "unchanged", ...formOf(edit), conflict: null };
	return proposes(content, edit);
}

/** The fault of the field that a refusal of the service names; null where it names none of this form. */
function refusal<F extends Fields>(
	{ editor, fieldAt }: Checks<F>,
	{ about, title, message }: Problem,
): Faults<F> | null {
	if (about === "name-taken" && Object.hasOwn(editor.fields, "name"))
		return { name: `${title}. ${message}` } as Faults<F>;
	if (about === "reason" && Object.hasOwn(editor.fields, REASON_FIELD))
		return { [REASON_FIELD]: `${title}. ${message}` } as Faults<F>;
	if (about !== "rejected") return null;
	const path = (/on property ([A-Za-z_.]+)/.exec(message)?.[1] ?? "").replace(/\.$/, "");
	const field = path === "" ? null : (fieldAt?.(path) ?? fieldAtPath(editor, path));
	return field ? ({ [field]: `The tenant refused it: ${message}` } as Faults<F>) : null;
}

function changedByIn(raw: unknown): ChangedBy | undefined {
	if (!isRecord(raw)) return raw === null ? null : undefined;
	const at = timeIn(raw.at);
	if (!at) return undefined;
	const isHere = raw.isHere === true && { isHere: true as const };
	return { person: String(raw.person), isOneself: raw.isOneself === true, ...isHere, at };
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
