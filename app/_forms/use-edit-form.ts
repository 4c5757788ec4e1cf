"use client";

import { startTransition, useActionState, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { rememberSeen } from "@/app/_editor/seen";
import type { Problem } from "@/lib/dashboard/problem/problem";
import type { Choice } from "./conflict/choice";
import type { Conflict, Edit, EditStep, EditSteps } from "./conflict/edit-steps";
import { keepInput } from "./keep-input";
import { useAnswer } from "./use-answer";
import { useOneAtATime } from "./use-one-at-a-time";

export const SAVE_BUTTON_ID = "save";

/** A save that the service has carried out. */
export type EditSave<Content> = {
	/** What it replaced: Undo goes back to it. */
	before: Content;
	/** What the service holds now. */
	after: Content;
	/** ISO 8601 UTC, by the console's clock. */
	at: string;
};

/** What the form of a stored thing shows after an answer. Data only: it crosses to the browser. */
export type EditFormState<Content, Values, Faults> = {
	/** The values to show; absent: those that are there. */
	values?: Values;
	/** What counts as unchanged from now on; absent: as before. */
	opened?: Content;
	faults?: Faults;
	problem?: Problem;
	conflict?: Conflict<Content>;
	/** For some contested field nothing was chosen. */
	isUndecided?: boolean;
	saved?: EditSave<Content>;
	/** Nothing was changed, so nothing was sent. */
	isUnchanged?: boolean;
	/** `values` were filled in, and nothing was sent. */
	isFilled?: boolean;
};

/** How a kind of form tells what it holds; the functions must be the same at every render. */
export type EditFormModel<Content, Values, Faults> = {
	valuesOf: (content: Content) => Values;
	wantedContent: (opened: Content, values: Values) => Content;
	/** What saving would do. */
	changes: (before: Content, after: Content) => readonly unknown[];
	/** Whether anything would be lost by leaving. */
	hasEdits: (start: Values, values: Values) => boolean;
	faults: (opened: Content, values: Values) => Faults | null;
	steps: EditSteps<Content, Values>;
	/** Reads the native controls: what was typed before scripts ran. */
	postedValues: (form: FormData) => Values;
	postedChoices: (form: FormData) => (Choice | null)[];
};

type EditForm<Content, Values, Faults, State> = {
	/** Of the stored thing; empty for one that is yet to be created. */
	id: string;
	/** The name that the identifier is posted by. */
	postedAs: "applicationId" | "connectionId";
	/** Under which saves of this tab are remembered. */
	rememberedAs: string;
	start: Content;
	canWrite: boolean;
	action: (state: State, form: FormData) => Promise<State>;
	/** An answer that leaves everything as it is. */
	nothing: State;
	model: EditFormModel<Content, Values, Faults>;
};

/**
 * The one store of what the admin wants of a stored thing, the edit that it belongs to, and what moves both. The document
 * is read once, when this comes alive: what was typed before.
 */
export function useEditForm<Content, Values, Faults, State extends EditFormState<Content, Values, Faults>>(
	form: EditForm<Content, Values, Faults, State>,
) {
	const { id, rememberedAs, start, canWrite, nothing, model } = form;
	const { steps } = model;
	const [state, submit, isPending] = useActionState<State, FormData>(
		// The values that stay are in the store: an answer without any leaves them.
		keepInput<State>(form.action as (state: Awaited<State>, form: FormData) => Promise<State>, () => nothing),
		nothing as Awaited<State>,
	);
	const [edit, setEdit] = useState<Edit<Content>>({
		opened: state.opened ?? start,
		conflict: state.conflict ?? null,
	});
	const opened = edit.opened ?? start;
	const [values, setValues] = useState<Values>(state.values ?? model.valuesOf(opened));
	const [answer, setAnswer] = useState<State>(state);
	const [answered, setAnswered] = useState(values);
	const [wasRefused, setWasRefused] = useState(Boolean(state.faults));
	const [isLive, setLive] = useState(false);
	const [refusals, setRefusals] = useState(0);
	const formRef = useRef<HTMLFormElement>(null);
	const summaryRef = useRef<HTMLDivElement>(null);
	const conflictRef = useRef<HTMLDivElement>(null);
	const sent = useRef(values);
	const once = useOneAtATime(isPending);
	/** What is posted beside the values. */
	const posted: Record<string, string> = { [form.postedAs]: id, opened: JSON.stringify(opened) };

	function take(step: EditStep<Content, Values>) {
		setEdit(step.edit);
		setValues(step.values);
	}

	// One reading of the document; from here on the store owns what is shown and what is sent.
	const comeAlive = useEffectEvent(() => {
		setLive(true);
		if (!formRef.current || !canWrite) return;
		const typed = new FormData(formRef.current);
		const step = steps.onPostedChoices({ edit, values: model.postedValues(typed) }, model.postedChoices(typed));
		if (step.edit !== edit || model.hasEdits(step.values, values)) take(step);
	});
	useLayoutEffect(() => comeAlive(), []);

	// What stops a save takes the focus once it is there to be read.
	useEffect(() => {
		if (refusals > 0) summaryRef.current?.focus();
	}, [refusals]);
	const contradicted = edit.conflict?.theirs;
	useEffect(() => {
		if (contradicted) conflictRef.current?.focus();
	}, [contradicted]);

	useAnswer(state, (next) => {
		setAnswer(next);
		setAnswered(sent.current);
		if (next.saved) {
			rememberSeen(rememberedAs, next.saved);
			return take(steps.onSaved(next.saved, sent.current, values));
		}
		if (next.conflict) {
			const { opened: base } = next.conflict;
			return take(steps.onConflict({ ...next.conflict, yours: model.wantedContent(base, values) }));
		}
		if (next.isFilled && next.values) return setValues(withTyped(sent.current, values, next.values));
		if (next.faults || next.problem) setRefusals((count) => count + 1);
		return undefined;
	});

	function save(wanted: Values = values) {
		if (!once.begin()) return;
		const isStopped = model.faults(opened, wanted) !== null || steps.isUndecided(edit, wanted);
		const isNothing = model.changes(opened, model.wantedContent(opened, wanted)).length === 0;
		if (!isStopped && !isNothing) return send(wanted);
		once.giveUp();
		setWasRefused(isStopped);
		// What was saved before can still be undone.
		setAnswer({
			...nothing,
			...(answer.saved && { saved: answer.saved }),
			...(isStopped ? {} : { isUnchanged: true }),
		});
		if (isStopped) setRefusals((count) => count + 1);
	}

	function send(wanted: Values, more: Record<string, string> = {}) {
		const data = new FormData();
		for (const [name, text] of Object.entries({ ...posted, values: JSON.stringify(wanted), ...more })) {
			data.set(name, text);
		}
		sent.current = wanted;
		setWasRefused(false);
		startTransition(() => submit(data));
	}

	/** Asks the server for something other than a save: what it says stands in its answer. */
	function ask(more: Record<string, string>) {
		if (once.begin()) send(values, more);
	}

	/** What the last save replaced, saved again with the same care. */
	function undo() {
		if (!answer.saved) return;
		const before = model.valuesOf(answer.saved.before);
		setValues(before);
		save(before);
		// The button is gone.
		document.getElementById(SAVE_BUTTON_ID)?.focus();
	}

	return {
		...{ formRef, summaryRef, conflictRef, edit, opened, values, answer, answered, wasRefused, isLive, isPending },
		change: (part: Partial<Values>) => setValues((now) => ({ ...now, ...part })),
		choose: (field: string, choice: Choice) => take(steps.onChoice({ edit, values }, field, choice)),
		...{ posted, submit, save, undo, take, ask },
	};
}

/** What was filled in, with what was typed since it was asked for. */
function withTyped<Values>(sent: Values, now: Values, filled: Values): Values {
	const result = { ...filled };
	for (const name of Object.keys(now as object) as (keyof Values)[]) {
		if (JSON.stringify(now[name]) !== JSON.stringify(sent[name])) result[name] = now[name];
	}
	return result;
}
