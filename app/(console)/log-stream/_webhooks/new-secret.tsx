"use client";

import { type ReactNode, useActionState, useEffect, useRef } from "react";
import { keepInput, withoutSecrets } from "@/app/_forms/keep-input";
import { ProblemAlert } from "@/app/_forms/problem-alert";
import { Button } from "@/components/ui/button";
import { ShownSecret } from "./shown-secret";
import type { NewSecretState } from "./webhook-state";

type NewSecretProps = {
	action: (state: NewSecretState, form: FormData) => Promise<NewSecretState>;
	/** Of the button. */
	label: string;
	/** False: only a secret that was just made is shown. */
	isOffered?: boolean;
	/** Fields without an input, by name. */
	sends: Record<string, string>;
	/** Of what is shown afterwards. */
	title: string;
	what: string;
	/** What to do with the secret. */
	advice: ReactNode;
	/** Inputs. */
	children?: ReactNode;
};

const nothing: NewSecretState = {};

/** A form that makes a secret, and then shows it, once. */
export function NewSecret({ action, label, isOffered = true, sends, title, what, advice, children }: NewSecretProps) {
	const [{ secret, problem }, submit, isPending] = useActionState<NewSecretState, FormData>(
		withoutSecrets(
			keepInput(action, () => nothing),
			nothing,
		),
		nothing,
	);
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
		<form action={submit} className="grid max-w-2xl justify-items-start gap-3">
			{Object.entries(sends).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			{problem ? <ProblemAlert problem={problem} /> : null}
			{children}
			<Button disabled={isPending}>{label}</Button>
		</form>
	);
}
