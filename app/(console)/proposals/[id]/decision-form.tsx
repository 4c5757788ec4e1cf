"use client";

import { type ReactNode, useEffect, useEffectEvent } from "react";
import { ActionForm, SubmitButton, useActionForm } from "@/app/_forms/action-form";
import { ReasonField } from "@/app/_forms/reason-field";
import { ProblemAlert } from "@/app/_page/problem-alert";
import type { DecisionState } from "../proposal-actions";
import { useKeptFocus } from "./kept-focus";

type DecisionFormProps = {
	action: (state: DecisionState, form: FormData) => Promise<DecisionState>;
	/** What the page shows, which the decision is about: hidden fields by name. */
	sends: Record<string, string>;
	/** What can be done now. */
	offers: { accept: boolean; resume: boolean; decline: boolean; giveBack: boolean; stop?: boolean };
	/** The button that accepts it: it deletes templates. */
	deletes?: boolean;
	/** Above the buttons. */
	children?: ReactNode;
};

/**
 * What an editor who is not the author can do about a proposal. It stays on the page whatever is offered, so that the result
 * of a press stays in sight. What takes long is saved in steps: the page requests the next one; without scripts each is a press.
 */
export function DecisionForm({ action, sends, offers, deletes = false, children }: DecisionFormProps) {
	const form = useActionForm<DecisionState>(action, {});
	const { state } = form;
	const { problem } = state;
	const isOfReason = (offers.decline || offers.stop) && problem?.about === "reason";
	const place = useKeptFocus<HTMLDivElement>(state, JSON.stringify(offers));
	/** While a step follows another one, the page between them is of no use. */
	const isContinued = form.isPending && state.isUnfinished === true;

	const resume = useEffectEvent(() => {
		const next = new FormData();
		for (const [name, value] of Object.entries({ ...sends, intent: "resume" })) next.set(name, value);
		form.send(next);
	});
	useEffect(() => {
		if (state.isUnfinished) resume();
	}, [state]);

	return (
		<div className="grid gap-4">
			<div ref={place} tabIndex={-1}>
				{problem && !isOfReason ? <ProblemAlert problem={problem} /> : null}
				<p role="status" className="text-sm empty:hidden">
					{form.isPending && !isContinued ? "Working…" : state.done}
				</p>
			</div>
			{(offers.accept || offers.resume) && !isContinued ? (
				<ActionForm of={form} sends={sends} className="grid justify-items-start gap-3">
					{children}
					<SubmitButton
						of={form}
						variant={deletes ? "danger" : "primary"}
						name="intent"
						value={offers.resume ? "resume" : "accept"}
					>
						{offers.resume ? "Resume" : deletes ? "Accept and delete" : "Accept"}
					</SubmitButton>
				</ActionForm>
			) : null}
			{offers.decline || offers.giveBack || offers.stop ? (
				<ActionForm of={form} sends={sends}>
					{/* Else its reason looks like one of the acceptance. */}
					<fieldset className="grid gap-3 rounded-md border border-line px-3 pb-3">
						<legend className="px-1 text-sm font-medium">{otherwise(offers)}</legend>
						<ReasonField
							acts={[]}
							problem={problem}
							description={`For the author. ${offers.stop ? "Stopping" : "Declining"} needs one.`}
						/>
						<p className="flex flex-wrap gap-3">
							{/* The first one is pressed by Enter: an author can propose again what is returned. */}
							{offers.giveBack ? (
								<SubmitButton of={form} name="intent" value="return">
									Return to author
								</SubmitButton>
							) : null}
							{offers.stop ? (
								<SubmitButton of={form} name="intent" value="stop">
									Stop
								</SubmitButton>
							) : null}
							{offers.decline ? (
								<SubmitButton of={form} name="intent" value="decline">
									Decline
								</SubmitButton>
							) : null}
						</p>
					</fieldset>
				</ActionForm>
			) : null}
		</div>
	);
}

/** What can be done with a reason. */
function otherwise({ giveBack, stop }: DecisionFormProps["offers"]): string {
	if (stop) return "To stop it";
	return giveBack ? "To return or decline it" : "To decline it";
}
