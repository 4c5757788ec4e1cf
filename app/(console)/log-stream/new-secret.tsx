"use client";

import { type ReactNode, type Ref, useEffect, useRef } from "react";
import { ActionForm, SubmitRow, useActionForm } from "@/app/_forms/action-form";
import type { FormAction } from "@/app/_forms/keep-input";
import { ProblemAlert } from "@/app/_forms/problem-alert";
import { withoutSecrets } from "@/app/_forms/without-secrets";
import { Alert } from "@/components/ui/alert";
import { CopyButton } from "@/components/ui/copy-button";
import { TextField } from "@/components/ui/text-field";
import type { NewSecretState } from "./log-stream-actions";
import { feedTokenEditor } from "./log-stream-editors";

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
	/** It gets a name. */
	isNamed?: boolean;
};

/** A form that makes a secret, and then shows it, once. */
export function NewSecret({ action, label, isOffered = true, sends, isNamed, advice, ...shown }: NewSecretProps) {
	const form = useActionForm<NewSecretState>(withoutSecrets(action, {}), {});
	const { state, first } = form;
	const { secret, problem, faults } = state;
	const field = useRef<HTMLInputElement>(null);
	useEffect(() => {
		if (faults) field.current?.focus();
	}, [faults]);
	// The form is removed: submitting it again would send its state, with the secret, along.
	if (secret)
		return (
			<ShownSecret {...shown} secret={secret}>
				{advice}
			</ShownSecret>
		);
	if (!isOffered) return problem ? <ProblemAlert problem={problem} /> : null;
	const { name } = feedTokenEditor.fields;
	return (
		<ActionForm of={form} sends={sends} className="grid max-w-2xl justify-items-start gap-3" noValidate>
			{problem ? <ProblemAlert problem={problem} /> : null}
			{isNamed ? (
				<div className="w-full max-w-md">
					<TextField
						ref={field}
						name="name"
						label={name.label}
						description={name.help}
						error={faults?.name}
						required
						autoComplete="off"
						defaultValue={first.values?.name}
					/>
				</div>
			) : null}
			<SubmitRow of={form}>{label}</SubmitRow>
		</ActionForm>
	);
}

type ShownSecretProps = { title: string; what: string; secret: string; children: ReactNode };

/** A secret that was just made, which is shown only here, and once. */
export function ShownSecret({ title, what, secret, children }: ShownSecretProps) {
	const panel: Ref<HTMLDivElement> = useRef(null);
	useEffect(() => panel.current?.focus(), []);
	return (
		<Alert tone="success" title={title} ref={panel}>
			<dl>
				<dt className="text-muted">{what}</dt>
				<dd className="flex flex-wrap items-center gap-x-2 gap-y-1">
					<code className="break-all">{secret}</code>
					<CopyButton text={secret} label={`Copy ${what.toLowerCase()}`} />
				</dd>
			</dl>
			<p>It is shown once. Copy it now to where only the receiver can read it.</p>
			{children}
		</Alert>
	);
}
