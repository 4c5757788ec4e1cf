"use client";

import { useActionState, useEffect, useRef } from "react";
import { keepInput } from "@/app/_forms/keep-input";
import { ProblemAlert } from "@/app/_forms/problem-alert";
import { Button } from "@/components/ui/button";
import { ConfirmDialog, DialogTrigger } from "@/components/ui/confirm-dialog";
import { type RotateState, rotateSecretAction } from "./secret-actions";
import { SecretPanel } from "./secret-panel";
import { withoutSecrets } from "./without-secrets";

const nothing: RotateState = {};

/** Gives the application a new secret, after a confirmation that says what stops working; the new one is shown once. */
export function RotateSecret({ id, name }: { id: string; name: string }) {
	const [state, submit, isPending] = useActionState<RotateState, FormData>(
		withoutSecrets(
			keepInput(rotateSecretAction, () => nothing),
			nothing,
		),
		nothing,
	);
	const panel = useRef<HTMLDivElement>(null);
	const { shown, problem } = state;
	useEffect(() => {
		if (shown) panel.current?.focus();
	}, [shown]);
	// The form goes with the answer: it would carry the answer, and the secret in it, along.
	if (shown) return <SecretPanel ref={panel} shown={shown} title="The secret was rotated" />;
	return (
		<>
			{problem ? <ProblemAlert problem={problem} /> : null}
			<div>
				<DialogTrigger dialog="rotate-secret">Rotate secret</DialogTrigger>
			</div>
			<ConfirmDialog
				id="rotate-secret"
				title="Rotate the secret of this application?"
				action={
					<form action={submit}>
						<input type="hidden" name="applicationId" value={id} />
						<Button variant="danger" disabled={isPending}>
							Rotate secret
						</Button>
					</form>
				}
			>
				<p>
					<strong>{name}</strong> (<code>{id}</code>) gets a new secret, which is shown once, here.
				</p>
				<p>The one that it uses now stops working at once: nobody can sign in through it until it has the new one.</p>
				{problem ? <ProblemAlert problem={problem} /> : null}
			</ConfirmDialog>
		</>
	);
}
