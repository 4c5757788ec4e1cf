"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { ActionForm, SubmitRow, useActionForm } from "@/app/_forms/action-form";
import { type FormAction, withoutSecrets } from "@/app/_forms/keep-input";
import { ProblemAlert } from "@/app/_page/problem-alert";
import { Alert } from "@/components/ui/alert";
import { CopyButton } from "@/components/ui/copy-button";
import type { NewSecretState } from "./log-stream-actions";

type NewSecretProps = {
	action: FormAction<NewSecretState>;
	/** The label of its button; null: only one that was just made is shown. */
	button: string | null;
	/** Of whose it is. */
	webhookId: string;
	/** Shown with what was made. */
	children: ReactNode;
};

/** Adds a secret to a webhook. */
export function NewSecret({ action, button, webhookId, children }: NewSecretProps) {
	const form = useActionForm<NewSecretState>(withoutSecrets(action, {}), {});
	const { secret, problem } = form.state;
	// The form is removed: submitting it again would send its state, with the secret, along.
	if (secret)
		return (
			<ShownSecret title="Secret added" what="secret" secret={secret} reader="the receiver">
				{children}
			</ShownSecret>
		);
	return (
		<ActionForm of={form} sends={{ webhookId }} className="grid max-w-md gap-3" noValidate>
			{problem ? <ProblemAlert problem={problem} /> : null}
			{button ? <SubmitRow of={form}>{button}</SubmitRow> : null}
		</ActionForm>
	);
}

/** `reader`: who or what needs it. */
type ShownSecretProps = { title: string; what: string; secret: string; reader: string; children: ReactNode };

/** A secret that was just made, which is shown only here, and once, with the focus. */
export function ShownSecret({ title, what, secret, reader, children }: ShownSecretProps) {
	const panel = useRef<HTMLDivElement>(null);
	useEffect(() => panel.current?.focus(), []);
	return (
		<Alert tone="success" title={title} ref={panel}>
			<dl>
				<dt className="text-muted first-letter:uppercase">{what}</dt>
				<dd className="flex flex-wrap items-center gap-x-2 gap-y-1">
					<code className="wrap-anywhere">{secret}</code>
					<CopyButton text={secret} label={`Copy ${what}`} />
				</dd>
			</dl>
			<p>Copy it now; it is not shown again. Only {reader} needs it.</p>
			<p>{children}</p>
		</Alert>
	);
}
