"use client";

import { createContext, type ReactNode, useContext, useDeferredValue, useMemo } from "react";
import { type Control, useWatch } from "react-hook-form";
import type { Choice } from "@/app/_forms/conflict/choice";
import type { TemplateEdit } from "../_edit/template-edit";
import { type TemplateFaults, templateFaults } from "../_edit/template-faults";
import type { TemplateFormState } from "../_edit/template-form-state";
import type { TemplateContent, TemplateFormValues, WantedElement } from "../_edit/template-form-values";

/** What every part of the form works with. The values themselves are read with the hooks below. */
export type TemplateEditing = {
	control: Control<TemplateFormValues>;
	edit: TemplateEdit;
	/** Where ticked elements get their values from: every value that was seen while the page was open. */
	source: readonly WantedElement[];
	canWrite: boolean;
	/** False as the server draws it: what would be live is then marked "as opened". */
	isLive: boolean;
	/** Whether the last attempt to save was refused: faults are shown from then on. */
	wasRefused: boolean;
	/** The last answer, and the values that it is about. */
	answer: TemplateFormState;
	answered: TemplateFormValues;
	getValues: () => TemplateFormValues;
	change: (name: "name" | "type" | "certificateAuthority" | "added", text: string) => void;
	toggle: (names: readonly string[], tick: boolean) => void;
	/** Puts other values in the place of all. */
	apply: (values: TemplateFormValues) => void;
	choose: (field: string, choice: Choice) => void;
};

const OUTSIDE = "There is no template form around this.";

const TemplateEditContext = createContext<TemplateEditing | null>(null);

const TemplateValuesContext = createContext<TemplateFormValues | null>(null);

/** What the form's words are about, all of it of one moment. */
type EditInWords = { opened: TemplateContent | null; values: TemplateFormValues; isLive: boolean };

const EditInWordsContext = createContext<EditInWords | null>(null);

type TemplateEditProviderProps = { editing: TemplateEditing; children: ReactNode };

/** The store is watched here, once for all: ten watches took longer than drawing what they had seen. */
export function TemplateEditProvider({ editing, children }: TemplateEditProviderProps) {
	const { control, edit, isLive } = editing;
	const values = useWatch({ control }) as TemplateFormValues;
	const now = useMemo(() => ({ opened: edit.opened, values, isLive }), [edit.opened, values, isLive]);
	return (
		<TemplateEditContext value={editing}>
			<TemplateValuesContext value={values}>
				<EditInWordsContext value={useDeferredValue(now)}>{children}</EditInWordsContext>
			</TemplateValuesContext>
		</TemplateEditContext>
	);
}

export function useTemplateEdit(): TemplateEditing {
	const editing = useContext(TemplateEditContext);
	if (!editing) throw new Error(OUTSIDE);
	return editing;
}

/** All that is wanted, anew with every change. */
export function useTemplateValues(): TemplateFormValues {
	const values = useContext(TemplateValuesContext);
	if (!values) throw new Error(OUTSIDE);
	return values;
}

/** For words that tell what is wanted: they follow a key or a tick right after it is shown, so that it need not wait. */
export function useEditInWords(): EditInWords {
	const words = useContext(EditInWordsContext);
	if (!words) throw new Error(OUTSIDE);
	return words;
}

/** The wanted elements by name, with their values as JSON: without being drawn anew at every key. */
export function useTemplateElements(): ReadonlyMap<string, string> {
	const { control } = useTemplateEdit();
	return new Map(useWatch({ control, name: "elements" }));
}

const parts = {
	name: ({ name }) => name,
	type: ({ type }) => type,
	certificateAuthority: ({ certificateAuthority }) => certificateAuthority,
	attributes: ({ elements, added }) => JSON.stringify([elements, added]),
} satisfies Record<keyof TemplateFaults, (values: TemplateFormValues) => string>;

/** What stops a save, as far as it has been said: by the browser's rules, and by the server of what was not edited since. */
export function useTemplateFaults(): TemplateFaults {
	const { edit, wasRefused, answer, answered } = useTemplateEdit();
	const values = useTemplateValues();
	const own = wasRefused ? templateFaults(edit.opened, values) : null;
	const refused = Object.entries(answer.faults ?? {}).filter(([field]) => {
		const part = parts[field as keyof TemplateFaults];
		return part(values) === part(answered);
	});
	return { ...Object.fromEntries(refused), ...own };
}
