"use client";

import {
	type FormEvent,
	startTransition,
	useActionState,
	useEffectEvent,
	useLayoutEffect,
	useRef,
	useState,
} from "react";
import { type DefaultValues, type FieldErrors, type Resolver, useForm } from "react-hook-form";
import { useResult } from "@/app/_forms/action-form";
import { type FormAction, keepInput } from "@/app/_forms/keep-input";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { PROPOSE_INTENT } from "@/lib/dashboard/proposals/proposal";
import { EMERGENCY_FIELD } from "@/lib/dashboard/proposals/second-editor";
import type { EditState } from "./edit-state";
import type { Editor, Faults, Fields, Values } from "./editor";
import { type EditorEvent, type EditorOptions, type EditorState, problemOf, reduce } from "./editor-reducer";
import { rememberSeen } from "./seen";
import type { useProposing } from "./use-second-editor";

/** Of the first button: it saves, or proposes what can't be saved. */
export const SAVE_BUTTON_ID = "save";
/** Of the button that proposes what can be saved too. */
export const PROPOSE_BUTTON_ID = "propose";
export const SUMMARY_ID = "problems";
export const CONFLICT_ID = "conflict";

/** The button is in view at every scroll position, so nothing is scrolled. */
export function focusSave(): void {
	document.getElementById(SAVE_BUTTON_ID)?.focus({ preventScroll: true });
}

export type Store<F extends Fields> = ReturnType<typeof useStore<F>>;

/**
 * The state (`reduce`) and the one store of the values (react-hook-form), whose default values are those of what is stored. An
 * event changes them together.
 */
export function useStore<F extends Fields>(editor: Editor<F>, first: () => EditorState<F>) {
	const [state, setState] = useState(first);
	/** The state after the last event, which may not be rendered yet. */
	const now = useRef(state);
	// A page without scripts shows the faults of its result.
	const [errors] = useState(() => state.result.kind === "refused" && errorsOf(editor, state, state.values));
	const resolver: Resolver<Values<F>> = (values) => ({ values: {}, errors: errorsOf(editor, now.current, values) });
	const form = useForm<Values<F>>({
		defaultValues: state.values as DefaultValues<Values<F>>,
		resolver,
		shouldFocusError: false,
		...(errors && { errors }),
	});

	function show({ values, unchanged }: EditorState<F>) {
		form.reset(values as DefaultValues<Values<F>>, { keepErrors: true });
		form.resetDefaultValues(unchanged as DefaultValues<Values<F>>);
	}

	// The first rendering has the values as the defaults: the server can show no others.
	const showFirst = useEffectEvent(() => {
		if (state.values !== state.unchanged) show(state);
	});
	useLayoutEffect(() => showFirst(), []);

	function dispatch(event: EditorEvent<F>): EditorState<F> {
		const before = now.current;
		const next = reduce(editor, before, event);
		now.current = next;
		setState(next);
		if (next.values !== before.values) show(next);
		return next;
	}

	// A copy: the store changes the items of an array in place.
	const getValues = () => structuredClone(form.getValues());
	return { state, now, dispatch, form: { ...form, getValues } };
}

type Answer<F extends Fields> = EditState<F, unknown> & { problem?: Problem };

/**
 * Sends values to the form's action, one request at a time: a second one before the result is not sent.
 * @param page where the form is sent without scripts; absent: to the page's whole address
 */
export function useSubmission<F extends Fields>(action: EditorOptions<F>["action"], page?: string) {
	/** What was typed is proposed, and another page follows. */
	const isProposed = useRef(false);
	const run = keepInput(action as FormAction<Answer<F>>, () => ({ kind: "unread" as const }));
	const runHere: typeof run = async (state, form) => {
		try {
			return await run(state, form);
		} catch (redirect) {
			isProposed.current = form.get("intent") === PROPOSE_INTENT;
			throw redirect;
		}
	};
	const [answer, submit, isPending] = useActionState<Answer<F>, FormData>(
		// On the server it is the action itself, so that the form works without scripts.
		typeof window === "undefined" ? run : runHere,
		{ kind: "idle" } as Awaited<Answer<F>>,
		page,
	);
	const isSending = useRef(false);
	/** The values of the last request. */
	const sent = useRef<Values<F> | null>(null);

	// In the same commit as the result: a press right after it counts.
	useLayoutEffect(() => {
		if (!isPending) isSending.current = false;
	}, [isPending]);

	/** @param fields form data beside the values */
	function send(values: Values<F>, fields: Record<string, string>) {
		if (isSending.current) return;
		isSending.current = true;
		const data = new FormData();
		for (const [name, text] of Object.entries({ ...fields, values: JSON.stringify(values) })) data.set(name, text);
		sent.current = values;
		startTransition(() => submit(data));
	}

	return { answer, submit, isPending, isSending, sent, isProposed, send };
}

type Page<F extends Fields> = Pick<EditorOptions<F>, "editor" | "blockedBy" | "page"> & {
	/** The resource, for `rememberSeen`. */
	seenAs: string;
	hiddenFields: Record<string, string>;
	/** Whether a press saves at present. */
	canSave: boolean;
	proposing: ReturnType<typeof useProposing<F>>;
};

/** What a press of the save button does, and its result. */
export function useSaving<F extends Fields>(
	{ editor, seenAs, hiddenFields, blockedBy, page, canSave, proposing }: Page<F>,
	{ now, dispatch, form }: Store<F>,
	{ answer, isSending, sent, send }: ReturnType<typeof useSubmission<F>>,
) {
	const { getValues, trigger } = form;
	const stopAt = useStop();

	useResult(answer, (result) => {
		const values = getValues();
		dispatch({ type: "result", result, sent: sent.current ?? values, values });
		if (result.kind === "saved" || result.kind === "partly") {
			leaveFilling(page);
			proposing.setEmergency(false);
		}
		switch (result.kind) {
			case "saved":
				return rememberSeen(seenAs, { ...result.saved, saved: result.saved });
			case "conflict":
				// The browser's Back may restore a page from before it.
				rememberSeen(seenAs, { after: result.conflict.theirs, at: result.openedAt });
				return stopAt(CONFLICT_ID);
			case "refused":
				return void trigger().then(() => stopAt(targetOf(editor, result.faults)));
			default: {
				const problem = problemOf(result);
				if (problem) stopAt(problem.about === "second-editor" ? PROPOSE_BUTTON_ID : SUMMARY_ID);
			}
		}
	});

	function decisionOn(values: Values<F>) {
		const { baseline } = now.current.edit;
		return proposing.decisionOn(baseline, editor.contentOf(values, baseline));
	}

	/**
	 * Saves the form, or other values than those that it keeps, or proposes them; or shows why not. What the service refused it may
	 * take now.
	 */
	function save(values: Values<F> = getValues(), proposes = false) {
		if (isSending.current) return;
		const before = now.current;
		const press = () => dispatch({ type: "pressed", values });
		// Faults are rendered before the result, and before the focus moves: a field may be in a part that its fault opens.
		if (editor.faults(before.edit.baseline, values) !== null)
			return void trigger().then(() => {
				press();
				stopAt(SUMMARY_ID);
			});
		const next = press();
		if (next === before) {
			const { isNeeded, isEmergency, isProposed } = decisionOn(values);
			const takesNotes = isNeeded || isProposed || proposing.takesReason;
			send(values, {
				...hiddenFields,
				...editor.notesToSend(next.edit.baseline, values, takesNotes),
				...(proposes || isProposed ? { intent: PROPOSE_INTENT } : isEmergency && { [EMERGENCY_FIELD]: "yes" }),
			});
		} else if (next.result.kind === "unresolved") stopAt(SUMMARY_ID);
	}

	return {
		save,
		onSubmit(event: FormEvent) {
			event.preventDefault();
			if (blockedBy) return document.getElementById(blockedBy)?.focus();
			const { submitter } = event.nativeEvent as SubmitEvent;
			if (canSave) save(undefined, submitter?.id === PROPOSE_BUTTON_ID);
		},
		/** Saves what the last save replaced, with the same checks; or fills it in, to be proposed. */
		undo() {
			const { values } = dispatch({ type: "undone", values: getValues() });
			if (!decisionOn(values).isProposed) save();
			// The button is gone.
			focusSave();
		},
		/** Requests something other than a save from the server; the result is in the state. */
		request: (more: Record<string, string>) => send(getValues(), { ...hiddenFields, ...more }),
	};
}

/** What was filled in is saved: the address no longer fills it in, neither after a reload nor after Back and Forward. */
function leaveFilling(page: string | undefined) {
	const { search, hash } = window.location;
	if (page !== undefined && search !== "") window.history.replaceState(null, "", page + hash);
}

/** Gives the focus to what stops a save, once that is rendered. */
function useStop(): (at: string) => void {
	const [stop, setStop] = useState<{ at: string } | null>(null);
	// In the same commit: what the user focuses afterwards keeps the focus.
	useLayoutEffect(() => {
		if (!stop) return;
		document.getElementById(stop.at)?.focus();
		// A hidden field can't be focused.
		if (document.activeElement?.id !== stop.at) document.getElementById(SUMMARY_ID)?.focus();
	}, [stop]);
	return (at) => setStop({ at });
}

/** The element to focus after a refusal: its field, else the error summary. */
function targetOf<F extends Fields>({ names, fields }: Editor<F>, faults: Partial<Record<string, string>>): string {
	const field = names.find((name) => faults[name] !== undefined);
	return field ? (fields[field]?.input.targetOf?.(faults[field] ?? "") ?? field) : SUMMARY_ID;
}

/** What stops a save of these values: the editor's rules, and what the service has refused of the very same values. */
export function errorsOf<F extends Fields>(
	editor: Editor<F>,
	{ edit, result }: Pick<EditorState<F>, "edit" | "result">,
	values: Values<F>,
): FieldErrors<Values<F>> {
	const { faults: refused, values: sent } = result.kind === "refused" ? result : { faults: {}, values };
	const isEdited = (name: string) => JSON.stringify(values[name]) !== JSON.stringify(sent[name]);
	// A refusal holds until its field is edited, or another that helps to fill it in.
	const isOver = (name: string) =>
		editor.names.some((each) => (each === name || editor.fields[each]?.helps === name) && isEdited(each));
	const still = Object.entries(refused).filter(([name]) => !isOver(name));
	const faults = Object.entries({ ...Object.fromEntries(still), ...editor.faults(edit.baseline, values) });
	return Object.fromEntries(faults.map(([name, message]) => [name, { type: "fault", message }])) as FieldErrors<
		Values<F>
	>;
}

/** The messages of errors, by field. */
export function faultsIn<F extends Fields>(errors: FieldErrors<Values<F>>): Faults<F> {
	return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message])) as Faults<F>;
}
