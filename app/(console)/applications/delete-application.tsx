"use client";

import { useActionState } from "react";
import { keepInput } from "@/app/forms/keep-input";
import { ProblemAlert } from "@/app/forms/problem-alert";
import { Button } from "@/components/ui/button";
import { ConfirmDialog, DialogTrigger } from "@/components/ui/confirm-dialog";
import { deleteApplicationAction } from "./form/save/application-actions";

/** Deletes the application after a confirmation that names it and says what stops working. */
export function DeleteApplication({ id, name }: { id: string; name: string }) {
	const [state, submit, isPending] = useActionState(
		keepInput(deleteApplicationAction, () => ({})),
		{},
	);
	return (
		<>
			<DialogTrigger dialog="delete-application">Delete application</DialogTrigger>
			<ConfirmDialog
				id="delete-application"
				title="Delete this application?"
				action={
					<form action={submit}>
						<input type="hidden" name="applicationId" value={id} />
						<Button variant="danger" disabled={isPending}>
							Delete application
						</Button>
					</form>
				}
			>
				<p className="[overflow-wrap:anywhere]">
					<strong>{name}</strong> (<code>{id}</code>) will be gone for good, and its secret with it.
				</p>
				<p>
					Nobody can sign in through it any more, and its refresh tokens stop working. Who is signed in through it can’t
					all be known: the tenant lists refresh tokens by person, not by application.
				</p>
				{state.problem ? <ProblemAlert problem={state.problem} /> : null}
			</ConfirmDialog>
		</>
	);
}
