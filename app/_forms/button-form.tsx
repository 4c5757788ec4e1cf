"use client";

import type { ButtonVariant } from "@/components/ui/button";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { ActionForm, type FormResult, SubmitRow, useActionForm } from "./action-form";
import type { FormAction } from "./keep-input";
import { ProblemAlert } from "./problem-alert";

type ButtonFormProps = {
	action: FormAction<FormResult>;
	/** Of the button. */
	label: string;
	/** The fields of the form, by name. */
	sends?: Record<string, string>;
	variant?: ButtonVariant;
	/** What is under way, in words. */
	working?: string;
	/** The problem where there is no response. */
	unconfirmed?: Problem;
	/** The element that tells several such buttons of a page apart. */
	describedBy?: string;
};

/** A form with one button, whose result is said beside it. */
export function ButtonForm({ action, label, sends, variant, working, unconfirmed, describedBy }: ButtonFormProps) {
	const form = useActionForm<FormResult>(action, {}, { unconfirmed });
	const { problem } = form.state;
	return (
		<ActionForm of={form} sends={sends} className="grid justify-items-start gap-3">
			<SubmitRow of={form} variant={variant} working={working} aria-describedby={describedBy}>
				{label}
			</SubmitRow>
			{problem ? <ProblemAlert problem={problem} /> : null}
		</ActionForm>
	);
}
