"use client";

import { ActionForm, SubmitRow, useActionForm } from "@/app/_forms/action-form";
import { ProblemAlert } from "@/app/_page/problem-alert";
import { TextAreaField } from "@/components/ui/text-area-field";
import { type ListState, lookUpListAction } from "../incident-actions";

/** Takes a pasted list of users. @param description what it may hold */
export function ListForm({ description }: { description: string }) {
	const form = useActionForm<ListState>(lookUpListAction, {});
	const { state, first } = form;
	return (
		<ActionForm of={form} className="grid max-w-2xl gap-4">
			<TextAreaField
				label="Users"
				name="users"
				rows={10}
				required
				description={description}
				defaultValue={first.text}
				autoComplete="off"
				spellCheck={false}
			/>
			{state.problem ? <ProblemAlert problem={state.problem} /> : null}
			<SubmitRow of={form} variant="primary">
				Show who they are
			</SubmitRow>
		</ActionForm>
	);
}
