"use client";

import { useActionState } from "react";
import { keepInput } from "@/app/forms/keep-input";
import { ProblemAlert } from "@/app/forms/problem-alert";
import { Button } from "@/components/ui/button";
import { ConfirmDialog, DialogTrigger } from "@/components/ui/confirm-dialog";
import { deleteConnectionAction } from "./save/connection-actions";

type DeleteConnectionProps = {
	id: string;
	name: string;
	label: string;
	/** What they are called that may use it. */
	applications: readonly string[];
};

/** Deletes the connection after a confirmation that names it and says who goes with it. */
export function DeleteConnection({ id, name, label, applications }: DeleteConnectionProps) {
	const [state, submit, isPending] = useActionState(
		keepInput(deleteConnectionAction, () => ({})),
		{},
	);
	return (
		<>
			<DialogTrigger dialog="delete-connection">Delete connection</DialogTrigger>
			<ConfirmDialog
				id="delete-connection"
				title="Delete this connection?"
				action={
					<form action={submit}>
						<input type="hidden" name="connectionId" value={id} />
						<Button variant="danger" disabled={isPending}>
							Delete connection
						</Button>
					</form>
				}
			>
				<p className="[overflow-wrap:anywhere]">
					<strong>{label}</strong> (<code>{name}</code>) will be gone for good, and with it everybody who comes through
					it: these people, their sessions and their refresh tokens are deleted.
				</p>
				<p className="[overflow-wrap:anywhere]">
					{applications.length === 0
						? "No application uses it at present."
						: `${applications.join(", ")}: whoever signs in there through it can't any more.`}
				</p>
				<p>To let nobody in for a while, turn it off instead.</p>
				{state.problem ? <ProblemAlert problem={state.problem} /> : null}
			</ConfirmDialog>
		</>
	);
}
