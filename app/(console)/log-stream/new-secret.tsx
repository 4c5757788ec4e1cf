"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { ActionForm, SubmitRow, useActionForm } from "@/app/_forms/action-form";
import type { FormAction } from "@/app/_forms/keep-input";
import { ProblemAlert } from "@/app/_forms/problem-alert";
import { withoutSecrets } from "@/app/_forms/without-secrets";
import { TextField } from "@/components/ui/text-field";
import { ShownSecret } from "./shown-secret";
import type { NewSecretState } from "./webhook-state";

type NewSecretProps = {
	action: FormAction<NewSecretState>;
	/** Of the button. */
	label: string;
	/** False: only a secret that was just made is shown. */
	isOffered?: boolean;
	/** Fields without an input, by name. */
	sends?: Record<string, string>;
	/** Of what is shown afterwards. */
	title: string;
	what: string;
	/** What to do with the secret. */
	advice: ReactNode;
	/** The field of its name. */
	name?: { label: string; description: string; maxLength: number };
};

/** A form that makes a secret, and then shows it, once. */
export function NewSecret({ action, label, isOffered = true, sends, title, what, advice, name }: NewSecretProps) {
	const form = useActionForm<NewSecretState>(withoutSecrets(action, {}), {});
	const { state, first } = form;
	const { secret, problem } = state;
	const panel = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (secret) panel.current?.focus();
	}, [secret]);
	if (secret)
		return (
			<ShownSecret ref={panel} title={title} what={what} secret={secret}>
				{advice}
			</ShownSecret>
		);
	if (!isOffered) return problem ? <ProblemAlert problem={problem} /> : null;
	return (
		<ActionForm of={form} sends={sends} className="grid max-w-2xl justify-items-start gap-3">
			{problem ? <ProblemAlert problem={problem} /> : null}
			{name ? (
				<div className="w-full max-w-md">
					<TextField {...name} name="name" required autoComplete="off" defaultValue={first.name} />
				</div>
			) : null}
			<SubmitRow of={form}>{label}</SubmitRow>
		</ActionForm>
	);
}
