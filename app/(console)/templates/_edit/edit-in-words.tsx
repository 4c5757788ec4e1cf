import { createContext, type ReactNode, useContext, useDeferredValue, useMemo } from "react";
import { useEditing, useNow } from "@/app/_editor/editor-context";
import { type TemplateContent, type TemplateFormValues, templateEditor } from "./template-editor";

/** A consistent snapshot of the form for the texts derived from it. */
type EditInWords = { baseline: TemplateContent | null; values: TemplateFormValues };

export const EditInWordsContext = createContext<EditInWords | null>(null);

/** Provides the deferred values for derived texts, so that a key or tick is shown before they are rendered. */
export function EditInWordsProvider({ children }: { children: ReactNode }) {
	const { edit } = useEditing(templateEditor);
	const { values } = useNow(templateEditor);
	const now = useMemo(() => ({ baseline: edit.baseline, values }), [edit.baseline, values]);
	return <EditInWordsContext value={useDeferredValue(now)}>{children}</EditInWordsContext>;
}

export function useEditInWords(): EditInWords {
	const words = useContext(EditInWordsContext);
	if (!words) throw new Error("There is no template form around this.");
	return words;
}
