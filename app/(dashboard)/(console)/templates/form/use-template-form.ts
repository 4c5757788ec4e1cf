"use client";

import {
	type FormEvent,
	type MouseEvent,
	startTransition,
	useActionState,
	useEffect,
	useEffectEvent,
	useRef,
	useState,
} from "react";
import { keepInput } from "@/app/(dashboard)/keep-input";
import { useLateForm } from "@/app/(dashboard)/use-late-form";
import { useOneAtATime } from "@/app/(dashboard)/use-one-at-a-time";
import { useSaveKey } from "@/app/(dashboard)/use-save-key";
import { useUnsavedGuard } from "@/app/(dashboard)/use-unsaved-guard";
import { createTemplateAction, type TemplateFormState, updateTemplateAction } from "./template-actions";
import type { TemplateFormProps } from "./template-form";
import { readTemplateForm, selectionOf, type TemplateFormValues } from "./template-form-values";
import { useDraft } from "./use-draft";
import { useLateParts } from "./use-late-parts";

/** The preset that the selection is based on, and one that was chosen but would change what is ticked. */
export type PresetChoice = { current: string | null; proposed: string | null };

/** Everything that scripts add to the form. The inputs stay the browser's own. */
export function useTemplateForm(props: TemplateFormProps) {
	const { id, start, stored, canWrite, presetId = null } = props;
	const action = id ? updateTemplateAction : createTemplateAction;
	const [state, submit, isPending] = useActionState<TemplateFormState, FormData>(keepInput(action, typed), {});
	const [preset, setPreset] = useState<PresetChoice>({ current: presetId, proposed: null });
	const [imported, setImported] = useState<TemplateFormState["imported"]>();
	const formRef = useRef<HTMLFormElement>(null);
	const summaryRef = useRef<HTMLDivElement>(null);
	const asideRef = useRef<HTMLDivElement>(null);

	const storedNow = state.stored?.elements ?? state.conflict ?? state.opened ?? stored;
	const startNow = startOf(state, start);
	const form = useLateForm({ formRef, start: startNow, canWrite, read: readTemplateForm, load: loadLateForm(start) });
	const { late, load, lateHandlers } = useLateParts(formRef);
	const errors = Object.keys(form.errors).length > 0 ? form.errors : (state.errors ?? {});
	const isDirty = form.isDirty && !isPending;
	useUnsavedGuard(isDirty && canWrite);
	useSaveKey(formRef);
	const once = useOneAtATime(isPending);

	/** Puts values into the inputs and takes them over. */
	async function apply(values: TemplateFormValues) {
		const parts = await load();
		if (!formRef.current) return;
		parts.writeTemplateForm(formRef.current, values);
		form.change(values);
	}
	const draft = useDraft({ ...props, stored: storedNow, values: form.values, isDirty: form.isDirty, load, apply });

	// The service answered: what it holds now is the new start, and what it refused takes the focus.
	const onAnswer = useEffectEvent(
		({ stored: saved, errors: refused, problem, conflict, isNameTaken }: TemplateFormState) => {
			if (saved && formRef.current) void form.rebase(readTemplateForm(new FormData(formRef.current)));
			if (isNameTaken) document.getElementById("name")?.focus();
			else if (refused || problem || conflict) summaryRef.current?.focus();
		},
	);
	useEffect(() => onAnswer(state), [state]);

	async function onSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const data = new FormData(event.currentTarget);
		const submitter = (event.nativeEvent as SubmitEvent).submitter;
		if (submitter?.getAttribute("value") === "import") return importInto(data);
		if (!once.begin()) return;
		// The server has the same rules: while those of the browser are on their way, nobody waits for them. Only what may
		// hold a private key never leaves unchecked.
		const validity = form.validate();
		const mayGoUnchecked = !form.isReady() && readTemplateForm(data).certificateAuthority === "";
		if (mayGoUnchecked || (await validity)) return startTransition(() => submit(data));
		once.giveUp();
		requestAnimationFrame(() => summaryRef.current?.focus());
	}

	async function importInto(data: FormData) {
		const outcome = (await load()).importTemplate(String(data.get("importText")), readTemplateForm(data));
		setImported(outcome);
		if (outcome.values) await apply(outcome.values);
	}

	function onInput(event: FormEvent<HTMLFormElement>) {
		const target = event.target as HTMLInputElement;
		const values = readTemplateForm(new FormData(event.currentTarget));
		const touched = target.name === "attribute" ? target.value : null;
		form.change({ ...values, listedFalse: values.listedFalse.filter((name) => name !== touched) });
	}

	function onSelect(names: readonly string[], tick: boolean) {
		if (!formRef.current) return;
		const boxes = Array.from(formRef.current.querySelectorAll<HTMLInputElement>('input[name="attribute"]'));
		const toggled = boxes.filter((box) => names.includes(box.value) && box.checked !== tick);
		for (const box of toggled) box.checked = tick;
		const touched = toggled.map((box) => box.value);
		const values = readTemplateForm(new FormData(formRef.current));
		form.change({ ...values, listedFalse: values.listedFalse.filter((name) => !touched.includes(name)) });
	}

	// Presets and advice are the server's markup at first, so their clicks are caught here.
	async function onClick(event: MouseEvent<HTMLFormElement>) {
		const target = (event.target as Element).closest<HTMLElement>("[data-fix], [data-preset]");
		if (!target || !formRef.current || event.metaKey || event.ctrlKey || event.shiftKey) return;
		event.preventDefault();
		const { fix, preset: chosen } = target.dataset;
		const parts = await load();
		// Read only now: something may have been ticked while the parts were on their way.
		const values = readTemplateForm(new FormData(formRef.current));
		if (fix) return apply(parts.withFix(JSON.parse(fix), values));
		if (!chosen) return;
		if (parts.needsQuestion(chosen, preset.current, values)) setPreset({ ...preset, proposed: chosen });
		else takePreset(chosen, values, parts);
	}

	function takePreset(chosen: string, values: TemplateFormValues, parts: Awaited<ReturnType<typeof load>>) {
		setPreset({ current: chosen, proposed: null });
		void apply(parts.withPresetId(chosen, values));
	}

	function onPresetChoice(isTaken: boolean) {
		const { proposed } = preset;
		if (isTaken && proposed && late) takePreset(proposed, form.values, late);
		else setPreset({ ...preset, proposed: null });
	}

	function onRewrap(certificateAuthority: string) {
		void apply({ ...form.values, certificateAuthority });
	}

	return {
		...{ formRef, summaryRef, asideRef, state, submit, isPending, isDirty, errors, startNow, storedNow, late },
		...{
			lateHandlers: { ...lateHandlers, onFocus },
			onSubmit,
			onInput,
			onSelect,
			onClick,
			preset,
			onPresetChoice,
			onRewrap,
		},
		...{ values: form.values, imported, draft: draft.offered, onDraftChoice: draft.onChoice },
	};

	function onFocus() {
		form.onFocus();
		lateHandlers.onFocus();
	}
}

function typed(form: FormData): TemplateFormState {
	return { values: readTemplateForm(form), opened: JSON.parse(String(form.get("stored"))) };
}

function startOf(state: TemplateFormState, start: TemplateFormValues): TemplateFormValues {
	if (state.stored) return { ...start, name: state.stored.name, ...selectionOf(state.stored.elements), added: "" };
	return state.values ?? start;
}

function loadLateForm(start: TemplateFormValues) {
	return async (onState: Parameters<typeof import("../../../late-form").createLateForm>[2]) => {
		const [{ createLateForm }, { templateFormSchema }] = await Promise.all([
			import("../../../late-form"),
			import("./template-form-schema"),
		]);
		return createLateForm<TemplateFormValues>(templateFormSchema, start, onState);
	};
}
