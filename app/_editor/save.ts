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
import { submittedBaseline } from "@/lib/dashboard/request/page";
import { conflictState, type EditState, type FormShown, formOf, savedState } from "./edit-state";
import type { Content, Fields } from "./editor";
import { type Checks, handled, insteadOfSave, permitted } from "./submitted-edit";
import { contentOfResponse, requestOfChanges } from "./wire";

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
	const submitted = submittedBaseline<Content<F>>(`posted ${editor.what}`);

	/** Saves the changes of a stored resource, so that no change of another admin is overwritten unseen. @param sent the form */
	function update(sent: unknown): Promise<EditState<F>> {
		return permitted(subject, sent, updateFrom);
	}

	/** The same with the form of a request that is permitted. */
	function updateFrom(form: FormData): Promise<EditState<F>> {
		return handled(options, form, async (edit): Promise<EditState<F>> => {
			const { id, baseline, openedAt, values } = edit;
			if (id === "" || !baseline) return { kind: "unread", problem: outdatedPage };
			try {
				const instead = await insteadOfSave(options, edit);
				if (instead) return instead;
				const yours = editor.contentOf(values, baseline);
				if (editor.changes(baseline, yours).length > 0) return await save(id, baseline, yours, { openedAt, values });
				return { kind: "unchanged", ...formOf(edit), conflict: null };
			} finally {
				submitted.keep(id, baseline);
			}
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
			return conflictState(editor, { baseline, theirs, yours, changedBy, at }, editor.notesIn(values));
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
		if (!theirs) throw new WriteRefused(`This ${editor.what} can no longer be edited here`, UNKNOWN_SHAPE);
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

const UNKNOWN_SHAPE = "It was changed to a form that this console does not know. Nothing was changed here.";

const OTHER_VIEW =
	"What this console may read or change at the tenant has changed since the page was opened. Nothing was changed: open the page again.";

/** A write of several parts has stored some of them. */
export class PartlySavedError extends Error {
	override name = "PartlySavedError";
	/** What was changed of the resource. */
	readonly stored: object;
	/** What was stored, and what was not. */
	readonly problem: Problem;
	constructor(stored: object, problem: Problem, cause: unknown) {
		super(problem.title, { cause });
		this.stored = stored;
		this.problem = problem;
	}
}

function partsOf(changes: readonly { part: string }[]): string[] {
	return changes.map(({ part }) => part);
}
