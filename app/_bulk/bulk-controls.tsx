"use client";

import { type ReactNode, useContext, useEffect, useEffectEvent, useRef, useState } from "react";
import { ActionForm, SubmitButton, useActionForm } from "@/app/_forms/action-form";
import { ReasonField, ReasonRules } from "@/app/_forms/reason-field";
import { EmergencyField, useSecondEditor, WHY_ID } from "@/app/_forms/second-editor";
import { ProblemAlert, useCountdown } from "@/app/_page/problem-alert";
import { Button } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/use-hydrated";
import { PROPOSE_INTENT, PROPOSED_TEMPLATES_MAX } from "@/lib/dashboard/proposals/proposal";
import type { ActKind } from "@/lib/dashboard/resources/act-kinds";
import type { MetadataResource, resources } from "@/lib/dashboard/resources/resources";
import type { BulkRun } from "@/lib/dashboard/store/bulk-edit";
import type { BulkRunState } from "./run-action";

/** The kind of item, in a sentence. */
export type BulkWhat = (typeof resources)[MetadataResource]["metadata"]["one"] | "template" | "user";

export type BulkControlsProps = {
	action: (state: BulkRunState, form: FormData) => Promise<BulkRunState>;
	editId: string;
	run: BulkRun;
	/** What it does, for which a reason is offered; empty: none is. */
	acts: readonly ActKind[];
	/** Why it was begun; null: nothing was stated. */
	reason: ReactNode;
	/** That of the run of which this is the rest: it stands in the field. */
	restReason?: string | undefined;
	/** The number of items that are not finished. */
	open: number;
	/** The results of the items so far. */
	summary: string;
	what: BulkWhat;
	/** The button that starts the run: its label has the operation and the number of items. */
	apply: { text: string; isFinal?: boolean };
	/** Where it can be proposed. `needing`: how many of the items need a second editor; `isImport`: they are files of a folder; `mayApply`: the user may apply it as well. */
	proposal?: { needing: number; mayApply: boolean; isImport?: boolean } | undefined;
	/** A run that was begun before, and not stopped, continues as soon as the page is there. */
	continues?: boolean | undefined;
	/** Before the buttons. */
	children: ReactNode;
};

/**
 * Applies a bulk edit, stops it, and resumes it. The page drives the run in steps: each result states when to request
 * the next one, and the page is rendered again from what the server stores. Without scripts each step is a click.
 */
export function BulkControls(props: BulkControlsProps) {
	const {
		action,
		editId,
		run,
		acts,
		reason,
		restReason = "",
		open,
		summary,
		what,
		apply,
		proposal,
		continues = false,
		children,
	} = props;
	const form = useActionForm<BulkRunState>(action, start);
	const { state, isPending } = form;
	const { pause, problem } = state;
	const isHydrated = useHydrated();
	const statusRef = useRef<HTMLParagraphElement>(null);
	const rules = useContext(ReasonRules);
	const { mayPropose, allowsEmergency } = useSecondEditor();
	const [isEmergency, setEmergency] = useState(form.first.isEmergency ?? false);

	/** Also while a step is under way. */
	function request(intent: "continue" | "stop") {
		const next = new FormData();
		next.set("edit", editId);
		next.set("intent", intent);
		form.send(next);
	}
	const goOn = useEffectEvent(() => request("continue"));
	useEffect(() => {
		if (!pause) return;
		const timer = setTimeout(() => goOn(), pause.seconds * 1000);
		return () => clearTimeout(timer);
	}, [pause]);

	const isContinued = continues && run === "running" && open > 0;
	const continueFirst = useEffectEvent(() => {
		if (isContinued) goOn();
	});
	useEffect(() => continueFirst(), []);

	// The pressed button is removed while the run goes on; the focus must not be lost with it.
	useEffect(() => {
		if (state === start && !isPending) return;
		if (document.activeElement === document.body) statusRef.current?.focus({ preventScroll: true });
	}, [state, isPending]);

	const isDriven = isHydrated && (isPending || Boolean(pause));
	const left = useCountdown(pause ?? undefined, pause?.seconds ?? 0);

	const isReady = open > 0 && (!isDriven || run !== "running");
	// A page from before the rule learns of it by a refusal.
	const isNeeded = proposal !== undefined && (proposal.needing > 0 || problem?.about === "second-editor");
	const mayApply = proposal?.mayApply ?? true;
	const canApply = isReady && mayApply && (!isNeeded || allowsEmergency);
	const isApplied = canApply && (!isNeeded || isEmergency);
	const canPropose = isReady && proposal !== undefined && mayPropose;
	const offersReason = isReady && (acts.length > 0 || canPropose) && reason === null;

	const done = what === "user" ? "done" : "written";

	function status(): string {
		const working = `Working through the ${what}s one by one.`;
		if (run === "preview") return isDriven ? working : "";
		if (open === 0) return `Finished: ${summary}.`;
		if (run === "stopped") return `Stopped: ${summary}.`;
		return isDriven ? working : `Not finished. Nothing more is ${done} until you press Resume.`;
	}

	return (
		<ActionForm of={form} sends={{ edit: editId }} className="grid gap-3">
			<noscript>
				<input type="hidden" name="patient" value="yes" />
			</noscript>
			{/* Announced at the start, at a stop and at the end; the figures in between are in the page, unannounced. */}
			<p ref={statusRef} tabIndex={-1} role="status" className="text-sm font-medium empty:hidden">
				{status()}
			</p>
			{/* Not announced: it may occur with every item. */}
			{pause?.for ? (
				<p className="text-sm text-muted">
					{pause.for === "other-writer"
						? `One ${what} is being ${what === "user" ? "worked on" : "written"} elsewhere, or was when the run was cut off. It is checked within a minute.`
						: isDriven
							? `Waiting ${left} s for the tenant's rate limit.`
							: `The tenant's rate limit is reached. You can resume in ${left} s.`}
				</p>
			) : null}
			{problem && !(offersReason && problem.about === "reason") ? <ProblemAlert problem={problem} /> : null}
			{reason === null ? null : <p className="text-sm wrap-anywhere">Reason or ticket: {reason}</p>}
			{isReady && proposal ? (
				<p id={WHY_ID} aria-live="polite" className="text-sm empty:absolute">
					{!isApplied && (isNeeded || !mayApply) ? needInWords(proposal, open) : null}
				</p>
			) : null}
			{canApply && isNeeded ? <EmergencyField isTicked={isEmergency} onChange={setEmergency} /> : null}
			{offersReason ? (
				<div className="max-w-xl">
					<ReasonRules value={{ ...rules, typed: problem ? rules.typed : restReason }}>
						<ReasonField
							acts={acts}
							isRequired={isEmergency && isApplied}
							problem={problem}
							isUnfinished={restReason !== ""}
						/>
					</ReasonRules>
				</div>
			) : null}
			{canPropose && !isApplied && open > PROPOSED_TEMPLATES_MAX ? (
				<p className="text-sm">
					A proposal may change {PROPOSED_TEMPLATES_MAX} {what}s: to propose these,{" "}
					{what === "template" && proposal.isImport ? "import a part of the folder" : "choose fewer"}.
				</p>
			) : null}
			<p className="flex flex-wrap gap-3 empty:hidden">
				{children}
				{open > 0 && run === "running" && isDriven ? (
					<Button
						name="intent"
						value="stop"
						onClick={(event) => {
							event.preventDefault();
							request("stop");
						}}
					>
						Stop
					</Button>
				) : null}
				{open > 0 && run !== "preview" && !isDriven ? (
					<SubmitButton of={form} name="intent" value="leave">
						Stop here
					</SubmitButton>
				) : null}
				{canApply ? (
					<SubmitButton
						of={form}
						variant={apply.isFinal || isNeeded ? "danger" : "primary"}
						name="intent"
						value="apply"
						className={isApplied ? undefined : "without-scripts"}
					>
						{run === "preview" ? apply.text : "Resume"}
					</SubmitButton>
				) : null}
				{canPropose && open <= PROPOSED_TEMPLATES_MAX ? (
					<SubmitButton
						of={form}
						variant={isApplied ? undefined : "primary"}
						name="intent"
						value={PROPOSE_INTENT}
						aria-describedby={WHY_ID}
					>
						{run === "preview" ? `Propose ${open} ${open === 1 ? "change" : "changes"}` : "Propose the rest"}
					</SubmitButton>
				) : null}
			</p>
		</ActionForm>
	);
}

const start: BulkRunState = {};

/** Why it is proposed. Where none is known to need a second editor, the last refusal was for that. */
function needInWords({ needing, mayApply }: NonNullable<BulkControlsProps["proposal"]>, open: number): string {
	if (mayApply && needing > 0 && needing < open)
		return `${needing} of these ${open} changes ${needing === 1 ? "needs" : "need"} a second editor, so all of them are proposed together.`;
	const changes = open === 1 ? "this change before it is made" : "these changes before they are made";
	return `${mayApply ? "Another" : "An"} editor has to accept ${changes}.`;
}
