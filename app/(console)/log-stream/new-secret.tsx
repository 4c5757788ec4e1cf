"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { ActionForm, SubmitRow, useActionForm } from "@/app/_forms/action-form";
import { type FormAction, withoutSecrets } from "@/app/_forms/keep-input";
import { ReasonField } from "@/app/_forms/reason-field";
import { ProblemAlert } from "@/app/_page/problem-alert";
import { Alert } from "@/components/ui/alert";
import { CopyButton } from "@/components/ui/copy-button";
import { TextField } from "@/components/ui/text-field";
import { atStart } from "@/lib/dashboard/change-in-words";
import type { NewSecretState } from "./log-stream-actions";
import { feedTokenEditor } from "./log-stream-editors";

type NewSecretProps = {
	action: FormAction<NewSecretState>;
	what: "secret" | "token";
	/** The label of its button; null: only one that was just made is shown. */
	button: string | null;
	/** Of whose it is; absent: the form asks for a name. */
	webhookId?: string;
	/** Shown with what was made. */
	children: ReactNode;
};

/** Adds a secret to a webhook, or a token of the feed. */
export function NewSecret({ action, what, button, webhookId, children }: NewSecretProps) {
	const form = useActionForm<NewSecretState>(withoutSecrets(action, {}), {});
	const { secret, problem, fault } = form.state;
	const field = useRef<HTMLInputElement>(null);
	useEffect(() => {
		if (form.state.fault !== undefined) field.current?.focus();
	}, [form.state]);
	// The form is removed: submitting it again would send its state, with the secret, along.
	if (secret)
		return (
			<ShownSecret title={`${atStart(what)} added`} what={what} secret={secret}>
				{children}
			</ShownSecret>
		);
	const { words, input } = feedTokenEditor.fields.name;
	return (
		<ActionForm of={form} sends={webhookId ? { webhookId } : {}} className="grid max-w-md gap-3" noValidate>
			{problem && problem.about !== "reason" ? <ProblemAlert problem={problem} /> : null}
			{webhookId ? (
				button ? (
					<ReasonField acts={["rotate"]} problem={problem} />
				) : null
			) : (
				<TextField
					ref={field}
					name="name"
					label={words.label}
					description={input.help}
					error={fault}
					required
					autoComplete="off"
					defaultValue={form.first.name}
				/>
			)}
			{button ? <SubmitRow of={form}>{button}</SubmitRow> : null}
		</ActionForm>
	);
}

type ShownSecretProps = { title: string; what: string; secret: string; children: ReactNode };

/** A secret that was just made, which is shown only here, and once, with the focus. */
export function ShownSecret({ title, what, secret, children }: ShownSecretProps) {
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
			<p>Copy it now; it is not shown again. Only the {what === "token" ? "feed reader" : "receiver"} needs it.</p>
			<p>{children}</p>
		</Alert>
	);
}
