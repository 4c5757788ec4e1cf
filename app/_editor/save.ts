import "server-only";
import { renewPages } from "@/app/_forms/after-write";
import { outdatedPage } from "@/app/_forms/json-response";
import { changerSince } from "@/app/_history/changed-by";
import { historyOf } from "@/app/_history/history";
import type { DescribingEditor } from "@/app/_history/trail";
import { WriteRefused } from "@/lib/dashboard/management/call/errors";
import { oneSaveAtATime } from "@/lib/dashboard/management/safe-writes";
import { omits, withOmitted } from "@/lib/dashboard/omitted";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { type SubmittedBaseline, submittedBaseline } from "@/lib/dashboard/request/page";
import { type IdField, type ResourceName, resources } from "@/lib/dashboard/resources/resources";
import type { Permission } from "@/lib/dashboard/session/permissions";
import { permittedForm } from "@/lib/dashboard/session/session";
import { conflictState, type EditState, type FormShown, formOf, isUnresolved, savedState } from "./edit-state";
import type { Content, Editor, Faults, Fields } from "./editor";
import { KEY_WITHHELD } from "./kinds/kind";
import { PartlySavedError } from "./partly-saved-error";
import { readEdit, type SubmittedEdit } from "./submitted-edit";
import { contentOfResponse, fieldAtPath, requestOfChanges } from "./wire";

/** Handles a button other than "Save"; null: not a button of this form. */
type Intent<F extends Fields> = (submitted: SubmittedEdit<F>) => EditState<F> | null | Promise<EditState<F> | null>;

type Checks<F extends Fields> = {
	editor: Editor<F>;
	idField: IdField;
	/** The subject of problems and refusals. */
	subject: ResourceName;
	/** What a session needs before its form is read; absent: what the resource needs. */
	permission?: Permission;
	intent?: Intent<F>;
	/** Faults beside the rules that the browser checks. */
	refuse?: (submitted: SubmittedEdit<F>) => Faults<F> | null;
	/** The field that a path of the interface belongs to, where the editor's own paths don't contain it. */
	fieldAt?: (path: string) => (keyof F & string) | null;
};

type SaveOptions<F extends Fields, Stored extends object> = Checks<F> & {
	/** @throws SessionError, ManagementError */
	read: (id: string) => Promise<Stored>;
	/** Null for a shape that this console does not know. Absent: by the paths of the fields. */
	contentOf?: (stored: Stored) => Content<F> | null;
	/** Whether the tenant lets the console read and change the same parts in both; absent: always. */
	isSameView?: (one: Content<F>, other: Content<F>) => boolean;
	/**
	 * Body of the request that changes `before` into `after`; null: there is nothing to send. Absent: by the paths of the fields.
	 */
	requestOf?: (before: Content<F>, after: Content<F>, stored: Stored) => Record<string, unknown> | null;
	/**
	 * Sends it.
	 * @returns the response, of which a tenant may omit any property: what it omits is read again
	 * @throws SessionError, ProtectedError, ManagementError, PartlySavedError
	 */
	write: (stored: Stored, body: Record<string, unknown>) => Promise<object>;
	/** All editors of the resource, where it has several: its history has the changes of each. */
	editors?: readonly DescribingEditor[];
	/** Whether the page shows what was saved outside of its form too, and so is rendered anew with the result. */
	isPageNew: (before: Content<F>, after: Content<F>) => boolean;
};

type Request<F extends Fields, Stored extends object> = NonNullable<SaveOptions<F, Stored>["requestOf"]>;

/** Of a save: the form's values, shown where not all of it is saved, and a request other than that of the options. */
type SaveContext<F extends Fields, Stored extends object> = Partial<Pick<FormShown<F>, "values" | "openedAt">> & {
	requestOf?: Request<F, Stored>;
};

/**
 * The one way to save an edited resource: check session and role, parse the form, check the rules, read the resource again,
 * merge, send what changed, compare what was sent with what the response or, where that omits something, a read contains.
 */
export function editorSave<F extends Fields, Stored extends object>(options: SaveOptions<F, Stored>) {
	const { editor, subject, editors = [editor], isSameView = () => true } = options;
	const { contentOf = (stored) => contentOfResponse(editor, stored) } = options;
	const { requestOf: usual = (...change) => requestOfChanges(editor, ...change) } = options;
	const history = (id: string) => historyOf(editors, subject, id).catch(() => null);
	/** The form's baseline, for the page that is rendered in the same response. */
	const submitted: SubmittedBaseline<Content<F>> = submittedBaseline(`posted ${editor.what}`);

	/** Saves the changes of a stored resource, so that no change of another admin is overwritten unseen. @param sent the form */
	function update(sent: unknown): Promise<EditState<F>> {
		return permitted(subject, sent, updateFrom);
	}

	/** The same with the form of a request that is permitted. */
	function updateFrom(form: FormData): Promise<EditState<F>> {
		return handled(options, form, async (edit): Promise<EditState<F>> => {
			const { id, baseline, openedAt, values } = edit;
			if (id === "" || !baseline) return { kind: "unread", problem: outdatedPage };
			submitted.keep(id, baseline);
			const instead = await insteadOfSave(options, edit);
			if (instead) return instead;
			const yours = editor.contentOf(values, baseline);
			if (editor.changes(baseline, yours).length > 0) return save(id, baseline, yours, { openedAt, values });
			return { kind: "unchanged", ...formOf(edit), conflict: null };
		});
	}

	/**
	 * Saves one content over another, where the service still stores that.
	 * @throws SessionError, ManagementError, WriteRefused
	 */
	async function save(
		id: string,
		baseline: Content<F>,
		yours: Content<F>,
		{ openedAt = "", values = editor.valuesOf(yours), requestOf = usual }: SaveContext<F, Stored> = {},
	): Promise<EditState<F>> {
		const outcome = await oneSaveAtATime(id, () => write(id, baseline, yours, requestOf));
		const { theirs, after = theirs, unconfirmed, problem } = outcome;
		if (options.isPageNew(baseline, after)) await renewPages();
		const at = new Date().toISOString();
		if (!outcome.after) {
			const changedBy = changerSince(await history(id), openedAt);
			return conflictState(editor, { baseline, theirs, yours, changedBy, at });
		}
		if (problem) return { kind: "partly", problem, baseline: after, conflict: null, values, openedAt: at };
		// What can't be read any more does not differ.
		const compared = isSameView(yours, after) ? partsOf(editor.changes(yours, after)) : [];
		const differing = compared.filter((part) => !unconfirmed.includes(part));
		return savedState(editor, { before: theirs, after, differing, unconfirmed, history: await history(id), at });
	}

	/** @returns without `after`: the baseline is no longer stored; `problem`: only a part is saved */
	async function write(id: string, baseline: Content<F>, yours: Content<F>, requestOf: Request<F, Stored>) {
		const stored = await options.read(id);
		const theirs = contentOf(stored);
		if (!theirs) throw new WriteRefused(`This ${editor.what} can't be edited here any more`, UNKNOWN_SHAPE);
		if (!isSameView(baseline, theirs)) throw new WriteRefused("This page is out of date", OTHER_VIEW);
		const unconfirmed: string[] = [];
		if (editor.changes(baseline, theirs).length > 0) return { theirs, unconfirmed };
		const body = requestOf(theirs, yours, stored);
		if (!body) return { theirs, after: theirs, unconfirmed };
		try {
			const response = await options.write(stored, body);
			const found = await storedAfter(id, stored, body, response);
			return { theirs, ...(found ?? { after: yours, unconfirmed: partsOf(editor.changes(theirs, yours)) }) };
		} catch (error) {
			if (!(error instanceof PartlySavedError)) throw error;
			const after = contentOf({ ...stored, ...error.stored });
			if (!after) throw error.cause;
			return { theirs, after, unconfirmed, problem: error.problem };
		}
	}

	/**
	 * What is stored after a write. Where the response omits something that was sent, the resource is read again; what that
	 * omits as well is unconfirmed. Null: it has a shape that this console does not know.
	 */
	async function storedAfter(id: string, stored: Stored, body: object, response: object) {
		const others = Object.entries(stored).filter(([name]) => !Object.hasOwn(body, name));
		const answered = { ...Object.fromEntries(others), ...response } as Stored;
		const read = omits(answered, body) ? await options.read(id).catch(() => null) : answered;
		// With the omitted values as they were sent, and as they were before: the parts that differ depend on them.
		const [sent, before] = [body, stored].map((from) => contentOf(withOmitted(read ?? answered, body, from) as Stored));
		const after = read ? contentOf(read) : sent;
		return after && { after, unconfirmed: sent && before ? partsOf(editor.changes(before, sent)) : [] };
	}

	return { update, updateFrom, save, submitted };
}

const UNKNOWN_SHAPE = "Somebody has given it a shape that this console does not know. Nothing was changed.";

const OTHER_VIEW =
	"The tenant lets this console read or change more of it or less than when the page was opened. Nothing was changed: open the page anew.";

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
async function handled<F extends Fields, Made>(
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

/** The result of a button other than "Save", or what stops a save; null: it may go on. */
async function insteadOfSave<F extends Fields>(
	{ editor, intent, refuse }: Checks<F>,
	edit: SubmittedEdit<F>,
): Promise<EditState<F> | null> {
	const { baseline, values, withheld } = edit;
	if (!["", "save"].includes(edit.intent)) return (await intent?.(edit)) ?? { kind: "unread", problem: outdatedPage };
	if (isUnresolved(editor, edit, values)) return { kind: "unresolved", ...formOf(edit) };
	const kept = Object.fromEntries(withheld.map((name) => [name, KEY_WITHHELD])) as Faults<F>;
	const faults: Faults<F> = { ...editor.faults(baseline, values), ...refuse?.(edit), ...kept };
	return Object.keys(faults).length > 0 ? { kind: "refused", faults, ...formOf(edit) } : null;
}

/** The fault of the field that a refusal of the service names; null where it names none of this form. */
function refusal<F extends Fields>(
	{ editor, fieldAt }: Checks<F>,
	{ about, title, message }: Problem,
): Faults<F> | null {
	if (about === "name-taken" && Object.hasOwn(editor.fields, "name"))
		return { name: `${title}. ${message}` } as Faults<F>;
	if (about !== "rejected") return null;
	const path = (/on property ([A-Za-z_.]+)/.exec(message)?.[1] ?? "").replace(/\.$/, "");
	const field = path === "" ? null : (fieldAt?.(path) ?? fieldAtPath(editor, path));
	return field ? ({ [field]: `The service refused it: ${message}` } as Faults<F>) : null;
}

function partsOf(changes: readonly { part: string }[]): string[] {
	return changes.map(({ part }) => part);
}
