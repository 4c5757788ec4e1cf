"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { ActionForm, SubmitRow, useActionForm } from "@/app/_forms/action-form";
import { withoutSecrets } from "@/app/_forms/keep-input";
import { ProblemAlert } from "@/app/_forms/problem-alert";
import { Alert } from "@/components/ui/alert";
import { CopyButton } from "@/components/ui/copy-button";
import { TextField } from "@/components/ui/text-field";
import { resources } from "@/lib/dashboard/resources/resources";
import { addFeedTokenAction, addSecretAction, type NewSecretState } from "./log-stream-actions";
import { feedTokenEditor } from "./log-stream-editors";

// A form is removed once it has made a secret: submitting it again would send its state, with the secret, along.

/** Adds a secret to a webhook. @param isOffered false: only one that was just made is shown */
export function NewSecret({ webhookId, isOffered }: { webhookId: string; isOffered: boolean }) {
	const form = useActionForm<NewSecretState>(withoutSecrets(addSecretAction, {}), {});
	const { secret, problem } = form.state;
	if (secret)
		return (
			<ShownSecret title="The secret was added" what="Secret" secret={secret}>
				The one before signs too until you remove it.
			</ShownSecret>
		);
	return (
		<ActionForm of={form} sends={{ webhookId }} className="grid max-w-2xl justify-items-start gap-3">
			{problem ? <ProblemAlert problem={problem} /> : null}
			{isOffered ? <SubmitRow of={form}>Add a secret</SubmitRow> : null}
		</ActionForm>
	);
}

/** Adds a token of the feed. */
export function NewFeedToken() {
	const form = useActionForm<NewSecretState>(withoutSecrets(addFeedTokenAction, {}), {});
	const { secret, problem, faults } = form.state;
	const field = useRef<HTMLInputElement>(null);
	useEffect(() => {
		if (faults) field.current?.focus();
	}, [faults]);
	if (secret)
		return (
			<ShownSecret title="The token was added" what="Token" secret={secret}>
				{/* Loads the page anew, without the token. */}
				<a href={resources["feed token"].path} className="font-medium text-accent underline">
					Done
				</a>
			</ShownSecret>
		);
	const { label, help } = feedTokenEditor.fields.name;
	return (
		<ActionForm of={form} className="grid max-w-md gap-3" noValidate autoComplete="off">
			{problem ? <ProblemAlert problem={problem} /> : null}
			<TextField
				ref={field}
				name="name"
				label={label}
				description={help}
				error={faults?.name}
				required
				defaultValue={form.first.values?.name}
			/>
			<SubmitRow of={form}>Add feed token</SubmitRow>
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
				<dt className="text-muted">{what}</dt>
				<dd className="flex flex-wrap items-center gap-x-2 gap-y-1">
					<code className="break-all">{secret}</code>
					<CopyButton text={secret} label={`Copy ${what.toLowerCase()}`} />
				</dd>
			</dl>
			<p>It is shown once. Copy it now to where only the receiver can read it.</p>
			<p>{children}</p>
		</Alert>
	);
}
