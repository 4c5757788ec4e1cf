"use client";

import { useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { DefaultValues, Path, PathValue } from "react-hook-form";
import { useResult } from "@/app/_forms/action-form";
import { useWait } from "@/app/_page/problem-alert";
import { EMERGENCY_FIELD } from "@/lib/dashboard/proposals/second-editor";
import type { Choice } from "@/lib/dashboard/three-way-merge";
import type { EditState, RestoredDraft } from "./edit-state";
import type { Fields, Values } from "./editor";
import { type EditorOptions, firstState, lastSave, problemOf, type Seen } from "./editor-reducer";
import { useSeen } from "./seen";
import { useProposing } from "./use-second-editor";
import { useSaving, useStore, useSubmission } from "./use-store";

/** The form of the page, for buttons outside of it. */
export const EDITOR_FORM_ID = "editor-form";

/** What the components of an editor's form need, without its values. */
export function useEditor<F extends Fields, Made = unknown>(options: EditorOptions<F, Made>) {
	const { editor, id, idField, baseline, canWrite, madeAt } = options;
	const seenAs = `${editor.what} ${id}`;
	const seen = useSeen<Seen<F>>(id === "" ? null : seenAs, madeAt);
	const submission = useSubmission<F>(options.action, options.page);
	const { answer, submit, isPending, isProposed } = submission;
	const proposing = useProposing<F>(options, answer);
	const store = useStore(editor, () => firstState(options, seen, answer));
	const { state, dispatch, form } = store;
	const { control, getValues, setValue, reset, trigger } = form;
	const result = state.result as EditState<F, Made>;
	const done = options.done?.(result);
	const early = useTypedEarly((found) => {
		if (!canWrite || done) return;
		proposing.setEmergency(found.has(EMERGENCY_FIELD));
		dispatch({ type: "hydrated", form: found, values: getValues() });
	});
	/** Form data beside the values. */
	const hiddenFields: Record<string, string> = {
		...(id !== "" && { [idField]: id }),
		...(state.edit.baseline && { opened: JSON.stringify(state.edit.baseline), openedAt: state.openedAt }),
	};
	const wait = useWait(problemOf(state.result));
	const { blockedBy, page } = options;
	const canSave = canWrite && !done && wait === 0;
	const saving = useSaving({ editor, seenAs, hiddenFields, blockedBy, page, canSave, proposing }, store, submission);

	// A page from before a write is read again once it is shown.
	useResult(madeAt, () => {
		if (baseline && answer.kind === "idle" && !isPending)
			dispatch({ type: "renewed", baseline, madeAt, values: getValues() });
	});

	return {
		...state,
		...early,
		...saving,
		result,
		/** Shown in place of the fields. */
		done,
		editor,
		canWrite,
		control,
		trigger,
		/** A copy of the form's values. */
		getValues,
		/** Of react-hook-form: for a value within a field, such as an item of an array. */
		setValue,
		submit,
		isPending,
		isProposed,
		proposing,
		hiddenFields,
		/** Seconds until a save may be sent again. */
		wait,
		/** The one that can be undone. */
		lastSave: lastSave(state),
		change<Name extends keyof F & string>(name: Name, value: Values<F>[Name]) {
			const kept = editor.fields[name]?.codec.withhold?.(value);
			if (kept) dispatch({ type: "withheld", isWithheld: kept.isWithheld });
			const path = name as unknown as Path<Values<F>>;
			setValue(path, (kept?.value ?? value) as PathValue<Values<F>, typeof path>, { shouldDirty: true });
		},
		/** Fills in values. */
		apply: (values: Values<F>) =>
			reset(values as DefaultValues<Values<F>>, { keepDefaultValues: true, keepErrors: true }),
		choose: (part: string, choice: Choice) => void dispatch({ type: "chosen", part, choice, values: getValues() }),
		restore: (draft: RestoredDraft<F>) => void dispatch({ type: "restored", draft }),
	};
}

export type Editing<F extends Fields> = ReturnType<typeof useEditor<F>>;

/**
 * Reads the document once, at hydration, for what was typed before; from there on the store owns what is shown and sent. React
 * resets text areas that had a value when it hydrates them, which is after the first rendering and before any effect.
 */
function useTypedEarly(onFound: (form: FormData) => void) {
	const [early] = useState(() => {
		if (typeof document === "undefined") return [];
		const areas = [...document.querySelectorAll<HTMLTextAreaElement>("form[data-early-guard] textarea")];
		return areas.flatMap((area) => (area.value === area.defaultValue ? [] : [{ area, text: area.value }]));
	});
	const [isHydrated, setHydrated] = useState(false);
	const formRef = useRef<HTMLFormElement>(null);
	const adopt = useEffectEvent(() => {
		setHydrated(true);
		for (const { area, text } of early) if (area.value === area.defaultValue) area.value = text;
		if (formRef.current) onFound(new FormData(formRef.current));
	});
	useLayoutEffect(() => adopt(), []);
	return { formRef, isHydrated };
}
