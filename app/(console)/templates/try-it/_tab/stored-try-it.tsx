"use client";

import { type ReactNode, useActionState, useMemo } from "react";
import { ProblemAlert } from "@/app/_page/problem-alert";
import { EditInWordsContext } from "../../_edit/edit-in-words";
import { type TemplateContent, templateEditor } from "../../_edit/template-editor";
import { updateTemplateAction } from "../../_form/template-actions";
import { TryItProvider } from "./try-it-run";

type StoredTryItProps = { id: string; baseline: TemplateContent; children: ReactNode };

/** The form of a stored template's trial: its content is submitted as it is stored, and nothing of it is changed. */
export function StoredTryIt({ id, baseline, children }: StoredTryItProps) {
	const stored = useMemo(() => ({ baseline, values: templateEditor.valuesOf(baseline) }), [baseline]);
	const [state, action] = useActionState(updateTemplateAction, { kind: "idle" });
	return (
		<form action={action}>
			<input type="hidden" name="templateId" value={id} />
			<input type="hidden" name="opened" value={JSON.stringify(stored.baseline)} />
			<input type="hidden" name="values" value={JSON.stringify(stored.values)} />
			{state.kind === "unread" ? <ProblemAlert problem={state.problem} /> : null}
			<EditInWordsContext value={stored}>
				<TryItProvider current={() => stored}>{children}</TryItProvider>
			</EditInWordsContext>
		</form>
	);
}
