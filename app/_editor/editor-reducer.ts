import type { ReactNode } from "react";
import type { SavedChange } from "@/lib/dashboard/proposals/second-editor";
import type { IdField } from "@/lib/dashboard/resources/resources";
import type { Choice } from "@/lib/dashboard/three-way-merge";
import {
	type Edit,
	type EditState,
	type EditTransition,
	isUnresolved,
	onConflict,
	onDraft,
	onSaved,
	type RestoredDraft,
	type Save,
	savedState,
	withChoices,
	withFormChoices,
	withoutKeys,
} from "./edit-state";
import type { Content, Editor, Fields, Values } from "./editor";
import { KEY_WITHHELD } from "./kinds/kind";

export type EditorOptions<F extends Fields, Made = unknown> = {
	editor: Editor<F>;
	/** Identifier of the resource; empty for a new one. */
	id: string;
	idField: IdField;
	/** What the service stores; null for a new resource. */
	baseline: Content<F> | null;
	/** The initial values for a new resource. */
	start?: Values<F>;
	/** The initial values of a stored one, where the page's address fills them in; `by`: with what, such as a version's ID. */
	edits?: { by: string; values: Values<F> } | null | undefined;
	/** URL of the page without what fills in the form: a save leads there, as does a form that is sent without scripts. */
	page?: string;
	canWrite: boolean;
	/** What a save changes, as the rule of the second editor sees it; absent: it can't be proposed. */
	changesOf?: (before: Content<F> | null, after: Content<F>) => readonly SavedChange[];
	/** The user may propose what is typed, and not save it. */
	isProposedOnly?: boolean;
	/** Id of the element that shows why nothing can be saved at present, and takes the focus; null: it can. */
	blockedBy?: string | null | undefined;
	/** When the page was rendered, ISO 8601 UTC, by the console's clock. */
	madeAt: string;
	action: (state: EditState<F, never>, form: FormData) => Promise<EditState<F, Made>>;
	/** Shown in place of the fields for some results. */
	done?: (result: EditState<F, Made>) => ReactNode;
};

/** Everything that a form shows beside its values, which react-hook-form holds. */
export type EditorState<F extends Fields> = {
	edit: Edit<F>;
	/** When the baseline was read, ISO 8601 UTC, by the console's clock. */
	openedAt: string;
	/** The values that the last transition has put into the form; another object: they are to be put there. */
	values: Values<F>;
	/** The values of what is stored, or of a new resource: what differs from them was edited. */
	unchanged: Values<F>;
	/** The values that the page's address has filled in, until they are saved or others take their place. */
	filled: Values<F> | null;
	/** The result of the last action, or of a press that sent nothing. */
	result: EditState<F, unknown>;
	/** The last save after the page was rendered. */
	latest: Save<F> | null;
	/** A private key was removed from what was typed. */
	withheld: boolean;
};

/** What this tab has seen of a resource since the page was rendered: its own save, or what a conflict showed. */
export type Seen<F extends Fields> = Pick<Save<F>, "after" | "at"> & { saved?: Save<F> };

/** `values`: those that the form holds at present. */
export type EditorEvent<F extends Fields> =
	/** The form is hydrated; `form`: what its controls hold. */
	| { type: "hydrated"; form: FormData; values: Values<F> }
	/** The save button was pressed. A state that stays as it is: `values` are to be sent. */
	| { type: "pressed"; values: Values<F> }
	| { type: "result"; result: EditState<F, unknown>; sent: Values<F>; values: Values<F> }
	/** The page was read again. */
	| { type: "renewed"; baseline: Content<F>; madeAt: string; values: Values<F> }
	| { type: "chosen"; part: string; choice: Choice; values: Values<F> }
	| { type: "restored"; draft: RestoredDraft<F> }
	| { type: "undone"; values: Values<F> }
	| { type: "withheld"; isWithheld: boolean };

/** The page as it is rendered: the result of an action without scripts, what this tab has seen since, or what is stored. */
export function firstState<F extends Fields>(
	{ editor, start = editor.valuesOf(editor.defaults), edits, ...page }: Omit<EditorOptions<F>, "done">,
	seen: Seen<F> | null,
	answer: EditState<F, unknown>,
): EditorState<F> {
	const result = answer.kind === "idle" && seen?.saved ? savedState(editor, seen.saved) : answer;
	const latest = result.kind === "saved" ? result.saved : null;
	const shown = "values" in result ? result : null;
	const baseline = latest?.after ?? (shown ? shown.baseline : (seen?.after ?? page.baseline));
	const stored = baseline ? editor.valuesOf(baseline) : start;
	const unchanged = result.kind === "settled" ? result.values : stored;
	const filled = (shown || seen ? null : edits?.values) ?? null;
	return {
		edit: { baseline, conflict: shown?.conflict ?? null },
		openedAt: shown?.openedAt || (seen?.at ?? page.madeAt),
		values: shown?.values ?? filled ?? unchanged,
		unchanged,
		filled,
		result,
		latest,
		withheld: isKeyWithheld(result),
	};
}

/** The form after an event. Pure: an event that changes nothing leaves the state as it is. */
export function reduce<F extends Fields>(
	editor: Editor<F>,
	state: EditorState<F>,
	event: EditorEvent<F>,
): EditorState<F> {
	const { edit } = state;
	switch (event.type) {
		case "hydrated": {
			const { values, withheld } = withoutKeys(editor, editor.typed(event.form));
			const typed = withFormChoices(editor, { ...edit, values }, event.form);
			const next = withheld.length > 0 ? { ...state, withheld: true } : state;
			const isTyped = typed.conflict !== edit.conflict || editor.hasEdits(event.values, typed.values, edit.baseline);
			return isTyped ? moved(editor, next, typed) : next;
		}
		case "pressed": {
			const { values } = event;
			const { baseline } = edit;
			const form = { ...edit, values, openedAt: state.openedAt };
			if (isUnresolved(editor, edit, values)) return { ...state, result: { kind: "unresolved", ...form } };
			// What was saved before can still be undone.
			if (editor.faults(baseline, values) !== null) return { ...state, result: { kind: "idle" } };
			if (!baseline || editor.changes(baseline, editor.contentOf(values, baseline)).length > 0) return state;
			// Every contested part is theirs or as in the baseline: the conflict is resolved.
			const resolved = { baseline, conflict: null };
			return { ...state, edit: resolved, result: { kind: "unchanged", ...form, ...resolved } };
		}
		case "result":
			return withResult(editor, state, event);
		case "renewed": {
			// What was typed since stays, and a save finds the conflict.
			if (!edit.baseline || edit.conflict || editor.hasEdits(state.unchanged, event.values, edit.baseline))
				return state;
			const { baseline, madeAt } = event;
			if (editor.changes(edit.baseline, baseline).length === 0) return state;
			const next: EditorState<F> = { ...state, result: { kind: "idle" }, latest: null, openedAt: madeAt };
			return moved(editor, next, { baseline, conflict: null, values: editor.valuesOf(baseline) });
		}
		case "chosen": {
			const choices = new Map([[event.part, event.choice]]);
			return moved(editor, state, withChoices(editor, { ...edit, values: event.values }, choices));
		}
		case "restored":
			return moved(editor, { ...state, filled: null }, onDraft(editor, edit.baseline, event.draft));
		case "undone": {
			const save = lastSave(state);
			if (!save) return state;
			const before = editor.valuesOf(save.before, event.values, edit.baseline);
			return moved(editor, state, { ...edit, values: { ...before, ...editor.notesIn(event.values) } });
		}
		case "withheld":
			return event.isWithheld === state.withheld ? state : { ...state, withheld: event.isWithheld };
	}
}

/** Edits made since the request stay on top of what a result brings. */
function withResult<F extends Fields>(
	editor: Editor<F>,
	state: EditorState<F>,
	{ result, sent, values }: Extract<EditorEvent<F>, { type: "result" }>,
): EditorState<F> {
	const next = { ...state, result, withheld: isKeyWithheld(result) };
	const openedAt = "openedAt" in result ? result.openedAt || state.openedAt : state.openedAt;
	switch (result.kind) {
		case "saved": {
			const { saved } = result;
			const shown = { ...next, latest: saved, filled: null, openedAt };
			return moved(editor, shown, onSaved(editor, saved.after, sent, values));
		}
		case "conflict": {
			const yours = editor.contentOf(values, result.conflict.baseline);
			return moved(editor, { ...next, openedAt }, onConflict(editor, { ...result.conflict, yours }, values));
		}
		case "partly":
			return moved(editor, { ...next, filled: null, openedAt }, { baseline: result.baseline, conflict: null, values });
		case "filled":
		case "edited":
			return moved(editor, next, { ...state.edit, values: withTyped(sent, values, result.values) });
		case "settled":
			return { ...next, values: { ...values }, unchanged: sent };
		default:
			return next;
	}
}

/** The last save, as long as the form shows nothing later: it can be undone. */
export function lastSave<F extends Fields>({ edit, result, latest }: EditorState<F>): Save<F> | null {
	const isLast = ["saved", "unchanged", "idle"].includes(result.kind) && edit.baseline === latest?.after;
	return isLast ? latest : null;
}

/** What stopped the last action, beside faults. */
export function problemOf<F extends Fields>(result: EditState<F, unknown>) {
	return "problem" in result ? result.problem : undefined;
}

/** The state with another edit and its values; those of what is stored change along. */
function moved<F extends Fields>(
	editor: Editor<F>,
	state: EditorState<F>,
	{ baseline, conflict, values }: EditTransition<F>,
): EditorState<F> {
	const unchanged = baseline ? editor.valuesOf(baseline, values, baseline) : state.unchanged;
	return { ...state, edit: { baseline, conflict }, values: { ...values }, unchanged };
}

/** The filled-in values, with what was typed since the request. */
function withTyped<V extends object>(sent: V, now: V, filled: V): V {
	const names = Object.keys(now) as (keyof V)[];
	const typed = names.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(sent[name]));
	return { ...filled, ...Object.fromEntries(typed.map((name) => [name, now[name]])) };
}

function isKeyWithheld(result: EditState<Fields, unknown>): boolean {
	return result.kind === "refused" && Object.values(result.faults).includes(KEY_WITHHELD);
}
