"use client";

import { type ReactNode, useId, useState } from "react";
import { ProblemAlert } from "@/app/_page/problem-alert";
import { Button } from "@/components/ui/button";
import { ConfirmDialog, DialogTrigger } from "@/components/ui/confirm-dialog";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { PROPOSE_INTENT } from "@/lib/dashboard/proposals/proposal";
import type { SavedChange } from "@/lib/dashboard/proposals/second-editor";
import type { ActKind } from "@/lib/dashboard/resources/act-kinds";
import { ActionForm, FormStatus, type OpenForm, SubmitButton, useActionForm, useResult } from "./action-form";
import type { FormAction } from "./keep-input";
import { ReasonField } from "./reason-field";
import { EmergencyField, useSecondEditor, WhyProposed } from "./second-editor";

/** `isTicked`: whether the option was, for the form without scripts. */
export type ConfirmedState = { problem?: Problem; isTicked?: boolean };

type ConfirmedProps = {
	/** The label of the button that opens the dialog and of the one that confirms: "Delete template". */
	verb: string;
	/** Absent: that of the button, as a question about this one. */
	title?: string;
	/** The fields of the form, by name. */
	sends: Record<string, string>;
	/** An alternative that is offered first. */
	before?: ReactNode;
	/** The element that tells several such buttons of a page apart. */
	describedBy?: string;
	/** A checkbox, sent as "yes"; whether it is ticked at first, and what the form does as well where it is. */
	option?: { name: string; label: string; isTicked?: boolean; acts?: readonly ActKind[] } | undefined;
	/** What it does, for which a reason is offered; absent: none is. */
	acts?: readonly ActKind[];
	/** What it changes, as the rule of the second editor sees it; absent: it can't be proposed. */
	changes?: readonly SavedChange[];
	/** The user may propose it, and not do it. */
	isProposedOnly?: boolean;
	/** States what is destroyed and whose it is. */
	children: ReactNode;
};

/** A button for an irreversible action, confirmed in a dialog. The dialog stays open with the problem where it fails. */
export function ConfirmedAction({ action, ...props }: ConfirmedProps & { action: FormAction<ConfirmedState> }) {
	return <ConfirmedForm {...props} form={useActionForm<ConfirmedState>(action, {})} />;
}

type ConfirmedFormProps = ConfirmedProps & { form: OpenForm & { state: ConfirmedState; first: ConfirmedState } };

/** The same for a form whose result is shown elsewhere too. */
export function ConfirmedForm(props: ConfirmedFormProps) {
	const {
		form,
		verb,
		title = `${verb.replace(" ", " this ")}?`,
		sends,
		before,
		describedBy,
		option,
		acts,
		changes,
		isProposedOnly = false,
		children,
	} = props;
	const { state, first } = form;
	const id = useId();
	const [isTicked, setTicked] = useState(first.isTicked ?? option?.isTicked ?? false);
	const formId = `${id}-form`;
	const whyId = `${id}-why`;
	const rules = useSecondEditor();
	const [isEmergency, setEmergency] = useState(rules.wasEmergency === true && first.problem !== undefined);
	const isNeeded = changes !== undefined && rules.isNeeded(changes);
	const offersEmergency = isNeeded && rules.allowsEmergency && !isProposedOnly;
	const isProposed = isProposedOnly || (isNeeded && !isEmergency);
	useResult(state.problem, (problem) => {
		const { elements } = document.forms.namedItem(formId) ?? {};
		if (problem?.about === "second-editor") (elements?.namedItem("intent") as HTMLElement | null)?.focus();
	});
	return (
		<>
			<DialogTrigger dialog={id} describedBy={describedBy}>
				{verb}
			</DialogTrigger>
			<ConfirmDialog
				id={id}
				title={title}
				isOpen={first.problem !== undefined}
				action={
					<>
						{/* After “Cancel”. */}
						{before}
						<ActionForm of={form} id={formId} sends={sends} className="contents">
							{isProposed ? null : (
								<SubmitButton of={form} variant="danger">
									{verb}
								</SubmitButton>
							)}
							{changes && rules.mayPropose ? (
								<SubmitButton
									of={form}
									name="intent"
									value={PROPOSE_INTENT}
									variant={isProposed ? "primary" : "secondary"}
									aria-describedby={isNeeded ? whyId : undefined}
								>
									Propose
								</SubmitButton>
							) : null}
							{/* After the one that Enter presses. */}
							{isProposed && offersEmergency ? (
								<Button variant="danger" className="without-scripts">
									{verb}
								</Button>
							) : null}
						</ActionForm>
					</>
				}
			>
				{children}
				{option ? (
					<label className="flex min-h-6 items-start gap-2">
						<input
							type="checkbox"
							name={option.name}
							value="yes"
							form={formId}
							defaultChecked={isTicked}
							onChange={({ target }) => setTicked(target.checked)}
							className="mt-0.5 size-4 shrink-0"
						/>
						{option.label}
					</label>
				) : null}
				{isNeeded && !isProposedOnly ? <WhyProposed id={whyId} isShown={isProposed} /> : null}
				{offersEmergency ? <EmergencyField form={formId} isTicked={isEmergency} onChange={setEmergency} /> : null}
				{acts ? (
					<ReasonField
						acts={[...acts, ...((isTicked && option?.acts) || [])]}
						form={formId}
						isRequired={isEmergency}
						problem={state.problem}
					/>
				) : null}
				{state.problem && !(acts && state.problem.about === "reason") ? <ProblemAlert problem={state.problem} /> : null}
				<FormStatus of={form} />
			</ConfirmDialog>
		</>
	);
}
