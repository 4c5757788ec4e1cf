"use client";

import { type ReactNode, useActionState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog, DialogTrigger } from "@/components/ui/confirm-dialog";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { keepInput } from "./keep-input";
import { ProblemAlert } from "./problem-alert";

type ConfirmedActionProps = {
	/** Of the dialog. */
	id: string;
	/** The label of the button that opens the dialog and of the one that confirms. */
	verb: string;
	/** Of the dialog, as a question. */
	title: string;
	action: (state: { problem?: Problem }, form: FormData) => Promise<{ problem?: Problem }>;
	/** The fields of the form, by name. */
	sends: Record<string, string>;
	/** An alternative that is offered first. */
	before?: ReactNode;
	/** The element that tells several such buttons of a page apart. */
	describedBy?: string;
	/** A checkbox, sent as "yes". */
	option?: { name: string; label: string } | undefined;
	/** States what is destroyed and whose it is. */
	children: ReactNode;
};

/** A button for an irreversible action, confirmed in a dialog. The dialog stays open with the problem where it fails. */
export function ConfirmedAction({
	id,
	verb,
	title,
	action,
	sends,
	before,
	describedBy,
	option,
	children,
}: ConfirmedActionProps) {
	const [state, submit, isPending] = useActionState(
		keepInput(action, () => ({})),
		{},
	);
	const formId = `${id}-form`;
	return (
		<>
			<DialogTrigger dialog={id} describedBy={describedBy}>
				{verb}
			</DialogTrigger>
			<ConfirmDialog
				id={id}
				title={title}
				action={
					<>
						{/* After “Cancel”, which as the first control has the focus. */}
						{before}
						<form id={formId} action={submit}>
							{Object.entries(sends).map(([name, value]) => (
								<input key={name} type="hidden" name={name} value={value} />
							))}
							<Button variant="danger" disabled={isPending}>
								{verb}
							</Button>
						</form>
					</>
				}
			>
				{children}
				{option ? (
					<label className="flex min-h-6 items-center gap-2">
						<input type="checkbox" name={option.name} value="yes" form={formId} className="size-4" />
						{option.label}
					</label>
				) : null}
				{state.problem ? <ProblemAlert problem={state.problem} /> : null}
			</ConfirmDialog>
		</>
	);
}
