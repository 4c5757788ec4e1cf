"use client";

import { createContext, type ReactNode, useContext, useDeferredValue, useMemo } from "react";
import { useEditing, useNow } from "@/app/_editor/editor-context";
import { type TemplateContent, type TemplateFormValues, templateEditor } from "./template-editor";

/** What the form's words are about, all of it of one moment. */
type EditInWords = { opened: TemplateContent | null; values: TemplateFormValues; isLive: boolean };

const EditInWordsContext = createContext<EditInWords | null>(null);

/** Around what tells what is wanted: it follows a key or a tick right after it is shown, so that it need not wait. */
export function EditInWordsProvider({ children }: { children: ReactNode }) {
	const { edit, isLive } = useEditing(templateEditor);
	const { values } = useNow(templateEditor);
	const now = useMemo(() => ({ opened: edit.baseline, values, isLive }), [edit.baseline, values, isLive]);
	return <EditInWordsContext value={useDeferredValue(now)}>{children}</EditInWordsContext>;
}

export function useEditInWords(): EditInWords {
	const words = useContext(EditInWordsContext);
	if (!words) throw new Error("There is no template form around this.");
	return words;
}

/** Marks what would follow every tick until it does: before the page's scripts have come, and where they never come. */
export function AsOpened() {
	const { isLive } = useEditInWords();
	return isLive ? null : <span className="text-xs font-normal text-muted"> (as opened)</span>;
}
