"use client";

import { ActionForm, SubmitRow, useActionForm } from "@/app/_forms/action-form";
import { ReasonField } from "@/app/_forms/reason-field";
import { ProblemAlert } from "@/app/_page/problem-alert";
import type { ActKind } from "@/lib/dashboard/resources/act-kinds";
import type { RevisionState } from "../proposal-actions";
import { useKeptFocus } from "./kept-focus";

/** A part that the author and others changed. */
export type Choice = { part: string; question: string; mine: string; theirs: string; baseline: string };

type RevisionFormProps = {
	action: (state: RevisionState, form: FormData) => Promise<RevisionState>;
	/** Hidden fields by name. */
	sends: Record<string, string>;
	choices: readonly Choice[];
	/** What saving it does, for which a reason is offered. */
	acts: readonly ActKind[];
	/** What becomes of the reason that was stated before; absent: none was. */
	reasonBefore?: string | undefined;
	/** It can be proposed again; else what the last press was answered is shown alone. */
	isOffered: boolean;
	verb?: string;
};

/** Proposes it again, or its rest: the author chooses whose value each contested part is to have. */
export function RevisionForm(props: RevisionFormProps) {
	const { action, sends, choices, acts, reasonBefore, isOffered, verb = "Propose again" } = props;
	const form = useActionForm<RevisionState>(action, {});
	const { state, first } = form;
	const { problem } = state;
	const place = useKeptFocus<HTMLDivElement>(state, isOffered);
	if (!isOffered)
		return (
			<div ref={place} tabIndex={-1}>
				{problem ? <ProblemAlert problem={problem} /> : null}
			</div>
		);
	return (
		<ActionForm of={form} sends={sends} className="grid gap-3">
			{choices.map(({ part, question, ...values }) => (
				// What was chosen of other values is no choice of these.
				<fieldset key={JSON.stringify([part, values])} className="rounded-md border border-line px-3 pb-2 text-sm">
					<legend className="max-w-full px-1 font-medium wrap-anywhere">{question}</legend>
					<input type="hidden" name="contested" value={part} />
					{(["theirs", "mine"] as const).map((whose) => (
						<label key={whose} className="flex min-h-8 items-start gap-2 py-1.5">
							<input
								type="radio"
								name={`keep ${part}`}
								value={whose}
								defaultChecked={first.chosen?.[part] === whose}
								className="mt-0.5 shrink-0"
							/>
							<span className="min-w-0 wrap-anywhere">
								{whose === "mine" ? "Mine" : "Theirs"}: <bdi className="whitespace-pre-wrap">{values[whose]}</bdi>
							</span>
						</label>
					))}
					<p className="text-muted wrap-anywhere">
						When it was proposed: <bdi className="whitespace-pre-wrap">{values.baseline}</bdi>
					</p>
				</fieldset>
			))}
			<ReasonField acts={acts} problem={problem} description={reasonBefore} />
			{problem && problem.about !== "reason" ? <ProblemAlert problem={problem} /> : null}
			<SubmitRow of={form} variant="primary">
				{verb}
			</SubmitRow>
		</ActionForm>
	);
}
