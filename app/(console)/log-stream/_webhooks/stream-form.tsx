"use client";

import { type ReactNode, useActionState } from "react";
import { keepInput } from "@/app/_forms/keep-input";
import { ProblemAlert } from "@/app/_forms/problem-alert";
import { Button } from "@/components/ui/button";
import type { StreamState } from "./webhook-state";

type StreamFormProps = {
	action: (state: StreamState, form: FormData) => Promise<StreamState>;
	/** Of the button. */
	label: string;
	/** Fields without an input, by name. */
	sends: Record<string, string>;
	/** The element that tells several such buttons of a page apart. */
	describedBy?: string;
	children?: ReactNode;
};

/** A form with one button, whose result is said beside it. */
export function StreamForm({ action, label, sends, describedBy, children }: StreamFormProps) {
	const [{ done, problem }, submit, isPending] = useActionState<StreamState, FormData>(
		keepInput(action, () => ({})),
		{},
	);
	return (
		<form action={submit} className="grid justify-items-start gap-3">
			{Object.entries(sends).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			{children}
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
				<Button disabled={isPending} aria-describedby={describedBy}>
					{label}
				</Button>
				<p role="status" className="text-sm empty:hidden">
					{done}
				</p>
			</div>
			{problem ? <ProblemAlert problem={problem} /> : null}
		</form>
	);
}
