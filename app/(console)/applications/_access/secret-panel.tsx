"use client";

import { useEffect, useRef } from "react";
import { useActionForm } from "@/app/_forms/action-form";
import { ConfirmedForm } from "@/app/_forms/confirmed-action";
import { withoutSecrets } from "@/app/_forms/keep-input";
import { Alert } from "@/components/ui/alert";
import { Breakable } from "@/components/ui/breakable";
import { Fact, Facts } from "@/components/ui/facts";
import { Identifier } from "@/components/ui/identifier";
import { Name } from "@/components/ui/name";
import { Section } from "@/components/ui/section";
import { SnippetList } from "../_snippets/snippet-list";
import { type RotateState, rotateSecretAction } from "./access-actions";
import type { SecretShown } from "./shown-secret";

/** An application just created or rotated, with its secret where it has one: the secret is shown only here, and once. */
export function SecretPanel({ shown, title, note }: { shown: SecretShown; title: string; note?: string }) {
	const { clientId, name, secret, isPublic, snippets } = shown;
	const panel = useRef<HTMLDivElement>(null);
	useEffect(() => panel.current?.focus(), []);
	return (
		<div className="grid min-w-0 gap-5 text-sm">
			<Alert tone="success" title={title} ref={panel}>
				<Facts isStacked>
					<Fact term="Client ID">
						<Identifier value={clientId} label="Copy client ID" />
					</Fact>
					{secret === null ? null : (
						<Fact term="Client secret">
							<Identifier value={secret} label="Copy client secret" />
						</Fact>
					)}
				</Facts>
				<p>
					{isPublic
						? "It has no secret: this is a public client, and anyone can read its program."
						: secret === null
							? "The tenant's response has no secret. Rotate it on the application's page to get a new one."
							: "The secret is shown once. Copy it now; only the application needs it."}
				</p>
				{note ? <p>{note}</p> : null}
			</Alert>
			{snippets.length > 0 ? (
				// An application's page has the same without the secret.
				<Section title={secret === null ? "Try it from a shell" : "Try it from a shell, with the secret"}>
					{secret === null ? null : (
						<p className="text-muted">These hold the secret. Paste them into your own shell, and nowhere else.</p>
					)}
					<SnippetList application={name} snippets={snippets} />
				</Section>
			) : null}
		</div>
	);
}

/** Said before and after. */
const TOKENS_STAY =
	"Access tokens that it holds work until they expire. Its refresh tokens stay; it needs the new secret to use them.";

type RotateSecretProps = {
	id: string;
	name: string;
	/** Whether it is known how the application authenticates. */
	isMethodKnown: boolean;
};

/** Gives the application a new secret, after a confirmation that states what stops working; the new one is shown once. */
export function RotateSecret({ id, name, isMethodKnown }: RotateSecretProps) {
	const form = useActionForm<RotateState>(withoutSecrets(rotateSecretAction, {}), {});
	const { shown } = form.state;
	// The form is removed: submitting it again would send its state, with the secret, along.
	if (shown) return <SecretPanel shown={shown} title="The secret was rotated" note={TOKENS_STAY} />;
	return (
		<div>
			<ConfirmedForm
				form={form}
				verb="Rotate secret"
				title="Rotate the secret of this application?"
				sends={{ applicationId: id }}
				acts={["rotate"]}
			>
				<p>
					<Name className="font-semibold" text={name} /> (
					<code>
						<Breakable text={id} />
					</code>
					) gets a new secret, which is shown once, here.
				</p>
				{isMethodKnown ? null : (
					<p>
						<strong>How it authenticates is not known here.</strong> If it authenticates with its own key, a new secret
						changes nothing for it.
					</p>
				)}
				<p>The current one stops working at once: no one can sign in through it until it has the new one.</p>
				<p>{TOKENS_STAY}</p>
			</ConfirmedForm>
		</div>
	);
}
