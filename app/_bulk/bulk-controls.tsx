"use client";

import { type ReactNode, useContext, useEffect, useEffectEvent, useRef } from "react";
import { ActionForm, SubmitButton, useActionForm } from "@/app/_forms/action-form";
import { ReasonField, ReasonRules } from "@/app/_forms/reason-field";
import { ProblemAlert, useCountdown } from "@/app/_page/problem-alert";
import { Button } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/use-hydrated";
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
		continues = false,
		children,
	} = props;
	const form = useActionForm<BulkRunState>(action, start);
	const { state, isPending } = form;
	const { pause, problem } = state;
	const isHydrated = useHydrated();
	const statusRef = useRef<HTMLParagraphElement>(null);
	const rules = useContext(ReasonRules);

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

	const canApply = open > 0 && (!isDriven || run !== "running");
	const offersReason = canApply && acts.length > 0 && reason === null;

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
			{offersReason ? (
				<div className="max-w-xl">
					<ReasonRules value={{ ...rules, typed: problem ? rules.typed : restReason }}>
						<ReasonField acts={acts} problem={problem} isUnfinished={restReason !== ""} />
					</ReasonRules>
				</div>
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
					<SubmitButton of={form} variant={apply.isFinal ? "danger" : "primary"} name="intent" value="apply">
						{run === "preview" ? apply.text : "Resume"}
					</SubmitButton>
				) : null}
			</p>
		</ActionForm>
	);
}

const start: BulkRunState = {};
