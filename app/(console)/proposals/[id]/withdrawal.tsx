"use client";

import { useActionForm } from "@/app/_forms/action-form";
import { ConfirmedForm, type ConfirmedState } from "@/app/_forms/confirmed-action";
import type { FormAction } from "@/app/_forms/keep-input";
import { ProblemAlert } from "@/app/_page/problem-alert";
import { useKeptFocus } from "./kept-focus";

type WithdrawalProps = {
	action: FormAction<ConfirmedState>;
	/** Hidden fields by name. */
	sends: Record<string, string>;
	/** It is still to be decided. */
	isOffered: boolean;
};

/** By the author. Why it was too late stays in sight. */
export function Withdrawal({ action, sends, isOffered }: WithdrawalProps) {
	const form = useActionForm<ConfirmedState>(action, {});
	const { problem } = form.state;
	const place = useKeptFocus<HTMLDivElement>(form.state, isOffered);
	if (!isOffered)
		return (
			<div ref={place} tabIndex={-1}>
				{problem ? <ProblemAlert problem={problem} /> : null}
			</div>
		);
	return (
		<div>
			<ConfirmedForm form={form} verb="Withdraw" title="Withdraw this proposal?" sends={sends}>
				<p>It can't be accepted any more. Nothing of the tenant is changed.</p>
			</ConfirmedForm>
		</div>
	);
}
