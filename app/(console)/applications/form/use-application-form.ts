"use client";

import { startTransition, useActionState, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { Choice } from "@/app/forms/conflict/choice";
import { keepInput } from "@/app/forms/keep-input";
import { rememberSave } from "@/app/forms/recent-saves";
import { useAnswer } from "@/app/forms/use-answer";
import { useOneAtATime } from "@/app/forms/use-one-at-a-time";
import { contentChanges, hasEdits } from "../edit/application-changes";
import {
	type ApplicationContent,
	type ApplicationFormValues,
	valuesOf,
	wantedContent,
} from "../edit/application-content";
import {
	type ApplicationEdit,
	type ApplicationStep,
	isUndecided,
	onChoice,
	onConflict,
	onPostedChoices,
	onSaved,
} from "../edit/application-edit";
import { applicationFaults } from "../edit/application-faults";
import type { ApplicationFormState } from "../edit/application-form-state";
import { postedChoices, postedValues } from "../edit/posted-values";
import { updateApplicationAction } from "./save/application-actions";

export const SAVE_BUTTON_ID = "save";

/** The values that stay are in the store: an answer without any leaves them. */
const nothing = (): ApplicationFormState => ({});

/**
 * The one store of what the admin wants of a stored application, the edit that it belongs to, and what moves both. The
 * document is read once, when this comes alive: what was typed before.
 */
export function useApplicationForm(id: string, start: ApplicationContent, canWrite: boolean) {
	const [state, submit, isPending] = useActionState<ApplicationFormState, FormData>(
		keepInput(updateApplicationAction, nothing),
		{},
	);
	const [edit, setEdit] = useState<ApplicationEdit>({
		opened: state.opened ?? start,
		conflict: state.conflict ?? null,
	});
	const opened = edit.opened ?? start;
	const [values, setValues] = useState<ApplicationFormValues>(state.values ?? valuesOf(opened));
	const [answer, setAnswer] = useState(state);
	const [answered, setAnswered] = useState(values);
	const [wasRefused, setWasRefused] = useState(Boolean(state.faults));
	const [isLive, setLive] = useState(false);
	const [refusals, setRefusals] = useState(0);
	const formRef = useRef<HTMLFormElement>(null);
	const summaryRef = useRef<HTMLDivElement>(null);
	const conflictRef = useRef<HTMLDivElement>(null);
	const sent = useRef(values);
	const once = useOneAtATime(isPending);

	function take(step: ApplicationStep) {
		setEdit(step.edit);
		setValues(step.values);
	}

	// One reading of the document; from here on the store owns what is shown and what is sent.
	const comeAlive = useEffectEvent(() => {
		setLive(true);
		if (!formRef.current || !canWrite) return;
		const form = new FormData(formRef.current);
		const step = onPostedChoices({ edit, values: postedValues(form) }, postedChoices(form));
		if (step.edit !== edit || hasEdits(step.values, values)) take(step);
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
			rememberSave(id, next.saved);
			return take(onSaved(next.saved, sent.current, values));
		}
		if (next.conflict) {
			return take(onConflict({ ...next.conflict, yours: wantedContent(next.conflict.opened, values) }));
		}
		if (next.faults || next.problem) setRefusals((count) => count + 1);
		return undefined;
	});

	function save(wanted: ApplicationFormValues = values) {
		if (!once.begin()) return;
		const isStopped = applicationFaults(opened, wanted) !== null || isUndecided(edit, wanted);
		const isNothing = contentChanges(opened, wantedContent(opened, wanted)).length === 0;
		if (!isStopped && !isNothing) return send(wanted);
		once.giveUp();
		setWasRefused(isStopped);
		// What was saved before can still be undone.
		setAnswer({ ...(answer.saved && { saved: answer.saved }), ...(isStopped ? {} : { isUnchanged: true }) });
		if (isStopped) setRefusals((count) => count + 1);
	}

	function send(wanted: ApplicationFormValues) {
		const data = new FormData();
		data.set("applicationId", id);
		data.set("opened", JSON.stringify(opened));
		data.set("values", JSON.stringify(wanted));
		sent.current = wanted;
		setWasRefused(false);
		startTransition(() => submit(data));
	}

	/** What the last save replaced, saved again with the same care. */
	function undo() {
		if (!answer.saved) return;
		const before = valuesOf(answer.saved.before);
		setValues(before);
		save(before);
		// The button is gone.
		document.getElementById(SAVE_BUTTON_ID)?.focus();
	}

	return {
		...{ formRef, summaryRef, conflictRef, edit, opened, values, answer, answered, wasRefused, isLive, isPending },
		change: (part: Partial<ApplicationFormValues>) => setValues((now) => ({ ...now, ...part })),
		choose: (field: string, choice: Choice) => take(onChoice({ edit, values }, field, choice)),
		...{ submit, save, undo, take },
	};
}
