"use client";

import { type ReactNode, useMemo } from "react";
import { ActionForm, type FormResult, useActionForm } from "@/app/_forms/action-form";
import type { FormAction } from "@/app/_forms/keep-input";
import { ProblemAlert } from "@/app/_page/problem-alert";
import { EditInWordsContext } from "../../_edit/edit-in-words";
import { type TemplateContent, templateEditor } from "../../_edit/template-editor";
import type { TemplateState } from "../../_edit/template-save";
import { updateTemplateAction } from "../../_form/template-actions";
import { TryItProvider } from "./try-it-run";

/** Its state is a form's, of which this page shows the problem alone. */
const tryIt = updateTemplateAction as FormAction<TemplateState & FormResult>;

type StoredTryItProps = { id: string; baseline: TemplateContent; children: ReactNode };

/** The form of a stored template's trial: its content is submitted as it is stored, and nothing of it is changed. */
export function StoredTryIt({ id, baseline, children }: StoredTryItProps) {
	const stored = useMemo(() => ({ baseline, values: templateEditor.valuesOf(baseline) }), [baseline]);
	const form = useActionForm(tryIt, { kind: "idle" });
	const sends = {
		templateId: id,
		opened: JSON.stringify(stored.baseline),
		values: JSON.stringify(stored.values),
	};
	return (
		<ActionForm of={form} sends={sends}>
			{form.state.problem ? <ProblemAlert problem={form.state.problem} /> : null}
			<EditInWordsContext value={stored}>
				<TryItProvider current={() => stored}>{children}</TryItProvider>
			</EditInWordsContext>
		</ActionForm>
	);
}
