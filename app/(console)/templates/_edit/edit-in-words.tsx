"use client";

import { createContext, type ReactNode, useContext, useDeferredValue, useMemo } from "react";
import { useEditing, useNow } from "@/app/_editor/editor-context";
import { type TemplateContent, type TemplateFormValues, templateEditor } from "./template-editor";

/** What the form's words are about, all of it of one moment. */
type EditInWords = { baseline: TemplateContent | null; values: TemplateFormValues; isHydrated: boolean };

const EditInWordsContext = createContext<EditInWords | null>(null);

/** Around what tells what is wanted: it follows a key or a tick right after it is shown, so that it need not wait. */
export function EditInWordsProvider({ children }: { children: ReactNode }) {
	const { edit, isHydrated } = useEditing(templateEditor);
	const { values } = useNow(templateEditor);
	const now = useMemo(() => ({ baseline: edit.baseline, values, isHydrated }), [edit.baseline, values, isHydrated]);
	return <EditInWordsContext value={useDeferredValue(now)}>{children}</EditInWordsContext>;
}

export function useEditInWords(): EditInWords {
	const words = useContext(EditInWordsContext);
	if (!words) throw new Error("There is no template form around this.");
	return words;
}

/** Marks what would follow every tick until it does: before the page's scripts have come, and where they never come. */
export function AsOpened() {
	const { isHydrated } = useEditInWords();
	return isHydrated ? null : <span className="text-xs font-normal text-muted"> (as opened)</span>;
}
