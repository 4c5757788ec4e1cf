"use client";

import {
	startTransition,
	useActionState,
	useCallback,
	useEffect,
	useEffectEvent,
	useLayoutEffect,
	useRef,
	useState,
} from "react";
import { useForm } from "react-hook-form";
import { withoutPrivateKey } from "@/app/_certificates/pem";
import { rememberSeen } from "@/app/_editor/seen";
import type { Choice } from "@/app/_forms/conflict/choice";
import { postedChoices } from "@/app/_forms/conflict/posted-choices";
import { keepInput } from "@/app/_forms/keep-input";
import { useAnswer } from "@/app/_forms/use-answer";
import { useOneAtATime } from "@/app/_forms/use-one-at-a-time";
import { postedValues } from "../_edit/posted-values";
import { contentChanges, hasEdits, wantedContent } from "../_edit/template-changes";
import {
	type EditStep,
	isUndecided,
	onChoice,
	onConflict,
	onPostedChoices,
	onSaved,
	type TemplateEdit,
} from "../_edit/template-edit";
import { templateFaults } from "../_edit/template-faults";
import type { TemplateFormState } from "../_edit/template-form-state";
import {
	type TemplateContent,
	type TemplateFormValues,
	toggled,
	valuesOf,
	type WantedElement,
	wantedOf,
} from "../_edit/template-form-values";
import { createTemplateAction, updateTemplateAction } from "./save/template-actions";
import type { TemplateEditing } from "./template-edit-context";

type Options = {
	id?: string;
	opened: TemplateContent | null;
	start: TemplateFormValues;
	canWrite: boolean;
};

/**
 * The one store of what the admin wants (react-hook-form), the edit that it belongs to, and what moves both. The
 * document is read once, when this comes alive: what was typed before.
 */
export function useTemplateForm({ id, opened, start, canWrite }: Options) {
	const action = id ? updateTemplateAction : createTemplateAction;
	const [state, submit, isPending] = useActionState<TemplateFormState, FormData>(keepInput(action, nothing), {});
	const [unchanged, setUnchanged] = useState(state.opened ? valuesOf(state.opened) : start);
	const { control, setValue, getValues, reset } = useForm<TemplateFormValues>({
		defaultValues: state.values ?? unchanged,
	});
	const [edit, setEdit] = useState<TemplateEdit>({
		opened: state.opened ?? opened,
		conflict: state.conflict ?? null,
	});
	const [source, setSource] = useState<readonly WantedElement[]>(() => merged(start.elements, edit.opened));
	const [answer, setAnswer] = useState(state);
	const [answered, setAnswered] = useState(state.values ?? start);
	const [wasRefused, setWasRefused] = useState(Boolean(state.faults));
	const [isLive, setLive] = useState(false);
	const formRef = useRef<HTMLFormElement>(null);
	const summaryRef = useRef<HTMLDivElement>(null);
	const conflictRef = useRef<HTMLDivElement>(null);
	const [refusals, setRefusals] = useState(0);
	const sent = useRef<TemplateFormValues>(start);
	const once = useOneAtATime(isPending);

	// One reading of the document; from here on the store owns what is shown and what is sent.
	const comeAlive = useEffectEvent(() => {
		setLive(true);
		if (!formRef.current || !canWrite) return;
		const form = new FormData(formRef.current);
		const found = postedValues(form, source);
		const isKeyWithheld = found.isKeyWithheld || getValues("isKeyWithheld");
		const step = onPostedChoices({ edit, values: { ...found, isKeyWithheld } }, postedChoices(form));
		if (step.edit !== edit) take(step);
		else if (hasEdits(found, getValues())) reset(step.values);
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

	const change: TemplateEditing["change"] = useCallback(
		(name, text) => {
			if (name !== "certificateAuthority") return setValue(name, text);
			const left = withoutPrivateKey(text);
			setValue("isKeyWithheld", left.isWithheld);
			setValue(name, left.text);
		},
		[setValue],
	);
	const toggle: TemplateEditing["toggle"] = useCallback(
		(names, tick) => setValue("elements", toggled(getValues("elements"), names, tick, source)),
		[setValue, getValues, source],
	);

	function take({ edit: next, values }: EditStep) {
		setEdit(next);
		setSource((known) => merged(known, next.opened));
		if (next.opened) setUnchanged(valuesOf(next.opened));
		reset(values);
	}

	function choose(field: string, choice: Choice) {
		take(onChoice({ edit, values: getValues() }, field, choice));
	}

	useAnswer(state, (next) => {
		setAnswer(next);
		setAnswered(sent.current);
		const values = getValues();
		if (next.saved) {
			if (id) rememberSeen(id, next.saved);
			return take(onSaved(next.saved, sent.current, values));
		}
		if (next.conflict) {
			const versions = { ...next.conflict, yours: wantedContent(next.conflict.opened, values) };
			return take(onConflict(versions));
		}
		if (next.isNameTaken) document.getElementById("name")?.focus();
		else if (next.faults || next.problem) setRefusals((count) => count + 1);
		return undefined;
	});

	function save(values: TemplateFormValues = getValues(), on: TemplateEdit = edit) {
		if (!once.begin()) return;
		const isStopped = templateFaults(on.opened, values) !== null || isUndecided(on, values);
		const isNothing = on.opened && contentChanges(on.opened, wantedContent(on.opened, values)).length === 0;
		if (!isStopped && !isNothing) return send(values, on);
		once.giveUp();
		setWasRefused(isStopped);
		// What was saved before can still be undone.
		setAnswer({ ...(answer.saved && { saved: answer.saved }), ...(isStopped ? {} : { isUnchanged: true }) });
		if (isStopped) setRefusals((count) => count + 1);
	}

	function send(values: TemplateFormValues, { opened: base }: TemplateEdit) {
		const data = new FormData();
		if (id) data.set("templateId", id);
		if (base) data.set("opened", JSON.stringify(base));
		data.set("values", JSON.stringify(values));
		sent.current = values;
		setWasRefused(false);
		startTransition(() => submit(data));
	}

	/** What the last save replaced, saved again with the same care. */
	function undo() {
		if (!answer.saved) return;
		const values = valuesOf(answer.saved.before);
		reset(values);
		save(values);
		// The button is gone.
		document.getElementById(SAVE_BUTTON_ID)?.focus();
	}

	const editing: TemplateEditing = {
		...{ control, edit, source, canWrite, isLive, wasRefused, answer, answered },
		...{ change, toggle, apply: reset, choose, getValues },
	};
	return {
		...{ formRef, summaryRef, conflictRef, editing, edit, unchanged, answer, isPending },
		...{ submit, save, undo, take },
	};
}

/** The button of the save bar. */
export const SAVE_BUTTON_ID = "save";

/** The values that stay are in the store: an answer without any leaves them. */
const nothing = (): TemplateFormState => ({});

function merged(known: readonly WantedElement[], opened: TemplateContent | null): WantedElement[] {
	return [...new Map([...known, ...wantedOf(opened?.elements ?? {})])];
}
