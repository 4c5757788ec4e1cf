"use client";

import { ActionForm, SubmitRow, useActionForm } from "@/app/_forms/action-form";
import { ProblemAlert } from "@/app/_forms/problem-alert";
import { KindBoxes } from "./kind-boxes";
import { setKindsAction } from "./log-stream-actions";
import type { StreamState } from "./webhook-state";

/** The kinds of events that a webhook is sent. */
export function KindsForm({ webhookId, kinds }: { webhookId: string; kinds: readonly string[] }) {
	const form = useActionForm<StreamState>(setKindsAction, {});
	const { state, first } = form;
	return (
		<ActionForm of={form} sends={{ webhookId }} className="grid justify-items-start gap-3">
			<KindBoxes chosen={first.kinds ?? kinds} />
			<SubmitRow of={form} working="Saving…">
				Save events
			</SubmitRow>
			{state.problem ? <ProblemAlert problem={state.problem} /> : null}
		</ActionForm>
	);
}
