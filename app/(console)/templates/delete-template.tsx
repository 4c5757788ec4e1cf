"use client";

import { useActionState } from "react";
import { keepInput } from "@/app/forms/keep-input";
import { ProblemAlert } from "@/app/forms/problem-alert";
import { Button, buttonClass } from "@/components/ui/button";
import { ConfirmDialog, DialogTrigger } from "@/components/ui/confirm-dialog";
import { deleteTemplateAction } from "./form/save/template-actions";

/** Deletes a template after a dialog that says what else stops working. */
export function DeleteTemplate({ id, name }: { id: string; name: string }) {
	const [state, submit, isPending] = useActionState(
		keepInput(deleteTemplateAction, () => ({})),
		{},
	);
	return (
		<>
			<DialogTrigger dialog="delete-template">Delete template</DialogTrigger>
			<ConfirmDialog
				id="delete-template"
				title="Delete this template?"
				action={
					<>
						{/* After “Cancel”, which as the first control has the focus. */}
						<a href={`/templates/${encodeURIComponent(id)}/json`} download className={buttonClass()}>
							Download it as JSON first
						</a>
						<form action={submit}>
							<input type="hidden" name="templateId" value={id} />
							<Button variant="danger" disabled={isPending}>
								Delete template
							</Button>
						</form>
					</>
				}
			>
				<p className="[overflow-wrap:anywhere]">
					<strong>{name}</strong> (<code>{id}</code>) will be gone for good.
				</p>
				<p>Applications that start verifications with this identifier stop working.</p>
				<p>Keep it as JSON to be able to create it again; it would then get another identifier.</p>
				{state.problem ? <ProblemAlert problem={state.problem} /> : null}
			</ConfirmDialog>
		</>
	);
}
