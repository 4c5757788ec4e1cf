import "server-only";
import { outdatedPage } from "@/app/_forms/json-response";
import { renewPages } from "@/app/_fresh/after-write";
import { oneSaveAtATime } from "@/lib/dashboard/management/one-save-at-a-time";
import { omits, withOmitted } from "@/lib/dashboard/omitted";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { permittedForm } from "@/lib/dashboard/request/read-form";
import { type SubmittedBaseline, submittedBaseline } from "@/lib/dashboard/request/submitted-baseline";
import { type IdField, type ResourceName, resources } from "@/lib/dashboard/resources/resources";
import { type ChangedBy, changerSince } from "./changed-by";
import { type EditState, mergedChoices } from "./edit-state";
import type { Content, Editor, Faults, Fields } from "./editor";
import type { PastChange } from "./history-list";
import { KEY_WITHHELD } from "./kinds/certificate";

import { PartlySavedError } from "./partly-saved-error";
import { readEdit, type SubmittedEdit } from "./submitted-edit";
import { fieldAtPath } from "./wire";

/** Handles a button other than "Save"; null: not a button of this form. */
type Intent<F extends Fields> = (submitted: SubmittedEdit<F>) => EditState<F> | null | Promise<EditState<F> | null>;

type Checks<F extends Fields> = {
	editor: Editor<F>;
	/** The form field of the identifier. */
	idField: IdField;
	/** The subject of problems and refusals. */
	subject: ResourceName;
	intent?: Intent<F>;
	/** Faults beside the rules that the browser checks. */
	refuse?: (submitted: SubmittedEdit<F>) => Faults<F> | null;
	/** The field that a path of the interface belongs to, where the editor's own paths don't contain it. */
	fieldAt?: (path: string) => (keyof F & string) | null;
};

type SaveOptions<F extends Fields, Stored extends object> = Checks<F> & {
	/** @throws SessionError, ManagementError */
	read: (id: string) => Promise<Stored>;
	/** Null for a shape that this console does not know. */
	contentOf: (stored: Stored) => Content<F> | null;
	/** Whether the tenant lets the console read and change the same parts in both; absent: always. */
	isSameView?: (one: Content<F>, other: Content<F>) => boolean;
	/** Body of the request that changes `before` into `after`; null: there is nothing to send. */
	requestOf: (before: Content<F>, after: Content<F>, stored: Stored) => Record<string, unknown> | null;
	/**
	 * Sends it.
	 * @returns the response, of which a tenant may omit any property: what it omits is read again
	 * @throws SessionError, ProtectedError, ManagementError, PartlySavedError
	 */
	write: (stored: Stored, body: Record<string, unknown>) => Promise<object>;
	history: (id: string) => Promise<PastChange[]>;
	/** Whether the page shows what was saved outside of its form too, and so is rendered anew with the result. */
	isPageNew: (before: Content<F>, after: Content<F>) => boolean;
};

/**
 * The one way to save an edited resource: check session and role, parse the form, check the rules, read the resource again,
 * merge, send what changed, compare what was sent with what the response or, where that omits something, a read contains.
 */
export function editorSave<F extends Fields, Stored extends object>(options: SaveOptions<F, Stored>) {
	const { editor, isSameView = () => true } = options;
	/** The form's baseline, for the page that is rendered in the same response. */
	const submitted: SubmittedBaseline<Content<F>> = submittedBaseline(`posted ${editor.what}`);

	/**
	 * Saves the changes of a stored resource, so that no change of another admin is overwritten unseen.
	 * @param prepare completes the form of a page that sends it in short
	 */
	async function update(sent: unknown, prepare?: (form: FormData) => void): Promise<EditState<F>> {
		const edit = await permittedEdit(options, sent, prepare);
		if ("problem" in edit) return edit;
		const { id, baseline, openedAt } = edit;
		if (id === "" || !baseline) return { problem: outdatedPage };
		submitted.keep(id, baseline);
		const result = await guarded(options, edit, async () => {
			const done = await options.intent?.(edit);
			if (done) return { baseline, ...done };
			if (!isSave(edit)) return { problem: outdatedPage };
			const { values, ...open } = mergedChoices(editor, edit);
			if (open.isUnresolved) return { values, baseline, ...open };
			const faults = faultsOf(options, { ...edit, values });
			if (faults) return { values, baseline, ...faults };
			const yours = editor.contentOf(values, baseline);
			if (editor.changes(baseline, yours).length === 0) return { values, baseline, isUnchanged: true };
			return save(id, baseline, yours, { openedAt });
		});
		return dated(edit, result);
	}

	/**
	 * A result with the time at which the form's baseline was read. The author of the change in an open conflict is looked up
	 * again, since the form doesn't contain it.
	 */
	async function dated<Result extends EditState<F>>(
		{ id, openedAt, conflict }: SubmittedEdit<F>,
		result: Result,
	): Promise<Result> {
		if (openedAt === "") return result;
		if (!result.conflict || result.at) return { openedAt, ...result };
		const since = conflict?.since ?? "";
		return { openedAt, since, at: new Date().toISOString(), ...result, changedBy: await changerOf(id, since) };
	}

	/**
	 * Saves one content over another, where the service still stores that.
	 * @param openedAt when `baseline` was read, to find the author of a change since
	 * @param requestOf where the request differs from that of the options
	 * @throws SessionError, ManagementError
	 */
	async function save(
		id: string,
		baseline: Content<F>,
		yours: Content<F>,
		{ openedAt = "", requestOf = options.requestOf }: { openedAt?: string; requestOf?: typeof options.requestOf } = {},
	): Promise<EditState<F>> {
		const outcome = await oneSaveAtATime(id, () => write(id, baseline, yours, requestOf));
		if ("stop" in outcome) return { baseline, problem: outcome.stop };
		const { theirs, after = theirs, unconfirmed } = outcome;
		if (options.isPageNew(baseline, after)) await renewPages();
		const at = new Date().toISOString();
		if (!outcome.after) {
			const conflict = { baseline, theirs, yours };
			return {
				baseline: theirs,
				conflict,
				at,
				openedAt: at,
				since: openedAt,
				changedBy: await changerOf(id, openedAt),
			};
		}
		if (outcome.problem) {
			const { problem } = outcome;
			return { baseline: after, values: editor.valuesOf(yours), problem, isPartlySaved: true, openedAt: at };
		}
		// What can't be read any more does not differ.
		const compared = isSameView(yours, after) ? partsOf(editor.changes(yours, after)) : [];
		const differing = compared.filter((part) => !unconfirmed.includes(part));
		const history = await options.history(id).catch(() => null);
		return { baseline: after, saved: { before: theirs, after, differing, unconfirmed, history, at } };
	}

	/** The author of a change since; undefined where unknown. */
	async function changerOf(id: string, openedAt: string): Promise<ChangedBy | undefined> {
		return changerSince(await options.history(id).catch(() => null), openedAt);
	}

	/** @returns without `after`: the baseline is no longer stored; `stop`: why nothing was sent */
	async function write(id: string, baseline: Content<F>, yours: Content<F>, requestOf: typeof options.requestOf) {
		const current = await options.read(id);
		const theirs = options.contentOf(current);
		if (!theirs) return { stop: unknownShape(editor.what) };
		if (!isSameView(baseline, theirs)) return { stop: otherView };
		if (editor.changes(baseline, theirs).length > 0) return { theirs, unconfirmed: [] as string[] };
		const body = requestOf(theirs, yours, current);
		if (!body) return { theirs, after: theirs, unconfirmed: [] as string[] };
		try {
			const response = await options.write(current, body);
			const stored = await storedAfter(id, current, body, response);
			return { theirs, ...(stored ?? { after: yours, unconfirmed: partsOf(editor.changes(theirs, yours)) }) };
		} catch (error) {
			if (!(error instanceof PartlySavedError)) throw error;
			const after = options.contentOf({ ...current, ...error.stored });
			if (!after) throw error.cause;
			return { theirs, after, unconfirmed: [] as string[], problem: error.problem };
		}
	}

	/**
	 * What is stored after a write. Where the response omits something that was sent, the resource is read again; what that
	 * omits as well is unconfirmed. Null: it has a shape that this console does not know.
	 */
	async function storedAfter(id: string, current: Stored, body: object, response: object) {
		const others = Object.entries(current).filter(([name]) => !Object.hasOwn(body, name));
		const answered = { ...Object.fromEntries(others), ...response } as Stored;
		const read = omits(answered, body) ? await options.read(id).catch(() => null) : null;
		const found = read ?? answered;
		if (!omits(found, body)) return withContent(found, []);
		// With the omitted values as they were sent, and as they were before: the parts that differ depend on them.
		const sent = options.contentOf(withOmitted(found, body, body) as Stored);
		const before = options.contentOf(withOmitted(found, body, current) as Stored);
		const unconfirmed = sent && before ? partsOf(editor.changes(before, sent)) : [];
		return read ? withContent(read, unconfirmed) : sent && { after: sent, unconfirmed };
	}

	function withContent(found: Stored, unconfirmed: string[]) {
		const after = options.contentOf(found);
		return after && { after, unconfirmed };
	}

	return { update, save, dated, submitted };
}

function unknownShape(what: string): Problem {
	const title = `This ${what} can't be edited here any more`;
	return { title, message: "Somebody has given it a shape that this console does not know. Nothing was changed." };
}

const otherView: Problem = {
	title: "This page is out of date",
	message:
		"The tenant lets this console read or change more of it or less than when the page was opened. Nothing was changed: open the page anew.",
};

/**
 * Creates a resource: `make` sends it, and redirects or returns what the page shows.
 * @param sent the form
 */
export async function createEdited<F extends Fields, Result extends EditState<F>>(
	checks: Checks<F>,
	sent: unknown,
	make: (content: Content<F>, edit: SubmittedEdit<F>) => Promise<Result>,
): Promise<Result | EditState<F>> {
	const { editor, intent } = checks;
	const edit = await permittedEdit(checks, sent);
	if ("problem" in edit) return edit;
	const { values } = edit;
	return guarded(checks, edit, async () => {
		const done = await intent?.(edit);
		if (done) return done;
		if (!isSave(edit)) return { problem: outdatedPage };
		const faults = faultsOf(checks, { ...edit, baseline: null });
		return faults ? { values, ...faults } : make(editor.contentOf(values, null), edit);
	});
}

/** The edit that was sent, or why it is not read: session and role come first. */
async function permittedEdit<F extends Fields>(
	{ editor, idField, subject }: Checks<F>,
	sent: unknown,
	prepare?: (form: FormData) => void,
): Promise<SubmittedEdit<F> | { problem: Problem }> {
	try {
		const { form } = await permittedForm(resources[subject].permission, sent);
		prepare?.(form);
		return readEdit(editor, form, idField) ?? { problem: outdatedPage };
	} catch (error) {
		return { problem: problemOf(error, subject) };
	}
}

async function guarded<F extends Fields, Result extends EditState<F>>(
	checks: Checks<F>,
	{ values, baseline }: SubmittedEdit<F>,
	act: () => Promise<Result | EditState<F>>,
): Promise<Result | EditState<F>> {
	try {
		return await act();
	} catch (error) {
		const problem = problemOf(error, checks.subject);
		const faults = refusal(checks, problem);
		return { values, ...(baseline && { baseline }), ...(faults ? { faults } : { problem }) };
	}
}

function faultsOf<F extends Fields>(
	{ editor, refuse }: Checks<F>,
	edit: SubmittedEdit<F>,
): Pick<EditState<F>, "faults" | "isKeyWithheld"> | null {
	const { baseline, values, withheld } = edit;
	const kept = Object.fromEntries(withheld.map((name) => [name, KEY_WITHHELD])) as Faults<F>;
	const faults: Faults<F> = { ...editor.faults(baseline, values), ...refuse?.(edit), ...kept };
	if (Object.keys(faults).length === 0) return null;
	return { faults, ...(withheld.length > 0 && { isKeyWithheld: true }) };
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

function isSave({ intent }: { intent: string }): boolean {
	return intent === "" || intent === "save";
}

function partsOf(changes: readonly { part: string }[]): string[] {
	return changes.map(({ part }) => part);
}
