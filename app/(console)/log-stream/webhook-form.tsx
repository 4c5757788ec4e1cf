"use client";

import { useEffect, useRef } from "react";
import { ActionForm, SubmitRow, useActionForm } from "@/app/_forms/action-form";
import { ProblemAlert } from "@/app/_forms/problem-alert";
import { withoutSecrets } from "@/app/_forms/without-secrets";
import { PageLink } from "@/components/layout/links";
import { TextField } from "@/components/ui/text-field";
import { eventKinds } from "@/lib/dashboard/log-stream/event-types";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { KindBoxes } from "./kind-boxes";
import { addWebhookAction } from "./log-stream-actions";
import { ShownSecret } from "./shown-secret";
import type { NewWebhookState } from "./webhook-state";

/** The form of a new webhook; after that its secret, once. @param isOffered false: only a secret that was just made */
export function NewWebhook({ isOffered }: { isOffered: boolean }) {
	const form = useActionForm<NewWebhookState>(withoutSecrets(addWebhookAction, {}), {});
	const { state, first } = form;
	const { faults = {}, problem, shown } = state;
	const { values } = first;
	const formRef = useRef<HTMLFormElement>(null);
	const panel = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (state.shown) panel.current?.focus();
		else if (state.faults)
			formRef.current?.querySelector<HTMLElement>("[aria-invalid], [aria-describedby] input")?.focus();
	}, [state]);
	// The form is removed: submitting it again would send its state, with the secret, along.
	if (shown)
		return (
			<ShownSecret ref={panel} title="The webhook was added" what="Secret" secret={shown.secret}>
				<p>
					<PageLink href={pageOf("webhook", shown.id)} className="font-medium text-accent underline">
						Open the webhook
					</PageLink>{" "}
					to send a test event.
				</p>
			</ShownSecret>
		);
	if (!isOffered) return problem ? <ProblemAlert problem={problem} /> : null;
	return (
		<ActionForm of={form} ref={formRef} className="grid max-w-2xl gap-4" noValidate>
			{problem ? <ProblemAlert problem={problem} /> : null}
			<TextField
				label="Name"
				name="name"
				required
				autoComplete="off"
				defaultValue={values?.name}
				error={faults.name}
				description="Shown in the activity list, to everyone who may open this console."
			/>
			<TextField
				label="Address"
				name="url"
				type="url"
				inputMode="url"
				required
				autoComplete="off"
				spellCheck={false}
				defaultValue={values?.url}
				error={faults.url}
				description="https only. Editors alone see it."
			/>
			<KindBoxes chosen={values?.kinds ?? eventKinds} error={faults.kinds} />
			<SubmitRow of={form} variant="primary" working="Adding the webhook…">
				Add webhook
			</SubmitRow>
		</ActionForm>
	);
}
