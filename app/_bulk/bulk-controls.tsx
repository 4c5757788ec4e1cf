"use client";

import { type ReactNode, startTransition, useActionState, useEffect, useRef, useState } from "react";
import { keepInput } from "@/app/_forms/keep-input";
import { ProblemAlert } from "@/app/_forms/problem-alert";
import { Button } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { BulkRun } from "@/lib/dashboard/store/bulk-edit";
import type { BulkRunState } from "./run-action";
import type { RunPause } from "./run-bulk-edit";

/** The kind of item, in a sentence. */
export type BulkWhat = "token" | "session" | "template";

type BulkControlsProps = {
	action: (state: BulkRunState, form: FormData) => Promise<BulkRunState>;
	editId: string;
	run: BulkRun;
	/** The number of items that are not finished. */
	open: number;
	/** The results of the items so far. */
	summary: string;
	what: BulkWhat;
	/** The button that starts the run: its label has the operation and the number of items. */
	apply: { text: string; isFinal?: boolean };
	/** Before the buttons. */
	children: ReactNode;
};

/**
 * Applies a bulk edit, stops it, and resumes it. The page drives the run in steps: each result states when to request
 * the next one, and the page is rendered again from what the server stores. Without scripts each step is a click.
 */
export function BulkControls(props: BulkControlsProps) {
	const { action, editId, run, open, summary, what, apply, children } = props;
	const [state, submit, isPending] = useActionState<BulkRunState, FormData>(
		keepInput(action, () => ({})),
		start,
	);
	const { pause, problem } = state;
	const isHydrated = useHydrated();
	const statusRef = useRef<HTMLParagraphElement>(null);

	useEffect(() => {
		if (!pause) return;
		const form = new FormData();
		form.set("edit", editId);
		form.set("intent", "continue");
		const timer = setTimeout(() => startTransition(() => submit(form)), pause.seconds * 1000);
		return () => clearTimeout(timer);
	}, [pause, editId, submit]);

	// The pressed button is removed once its request is done; the focus must not be lost with it.
	useEffect(() => {
		if (state !== start && document.activeElement === document.body) statusRef.current?.focus({ preventScroll: true });
	}, [state]);

	const isDriven = isHydrated && (isPending || Boolean(pause));
	return (
		<form action={submit} className="grid gap-3">
			<input type="hidden" name="edit" value={editId} />
			<noscript>
				<input type="hidden" name="patient" value="yes" />
			</noscript>
			{/* Announced at the start, at a stop and at the end; the figures in between are in the page, unannounced. */}
			<p ref={statusRef} tabIndex={-1} role="status" className="text-sm font-medium empty:hidden">
				{status({ run, open, summary, what, isDriven })}
			</p>
			{pause?.for ? <PauseCountdown pause={pause} what={what} isDriven={isDriven} /> : null}
			{problem ? <ProblemAlert problem={problem} /> : null}
			<p className="flex flex-wrap gap-3 empty:hidden">
				{children}
				{open > 0 && run === "running" ? (
					<Button name="intent" value="stop">
						Stop
					</Button>
				) : null}
				{open > 0 && run === "stopped" ? (
					<Button name="intent" value="leave">
						Leave the rest as it is
					</Button>
				) : null}
				{open > 0 && !isDriven ? (
					<Button variant={apply.isFinal ? "danger" : "primary"} name="intent" value="apply">
						{run === "preview" ? apply.text : "Resume"}
					</Button>
				) : null}
			</p>
		</form>
	);
}

const start: BulkRunState = {};

type Status = Pick<BulkControlsProps, "run" | "open" | "summary" | "what"> & { isDriven: boolean };

function status({ run, open, summary, what, isDriven }: Status): string {
	if (run === "preview") return "";
	if (open === 0) return `Finished: ${summary}.`;
	if (run === "stopped") return `Stopped: ${summary}.`;
	return isDriven
		? `Working on one ${what} after the other.`
		: "Not finished. Nothing more is written until you press Resume.";
}

type PauseCountdownProps = Pick<Status, "what" | "isDriven"> & { pause: NonNullable<RunPause> };

/** Why the run is paused, and for how long. Not announced: it may occur with every item. */
function PauseCountdown({ pause, what, isDriven }: PauseCountdownProps) {
	const [left, setLeft] = useState(pause.seconds);
	useEffect(() => {
		const end = performance.now() + pause.seconds * 1000;
		const tick = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)));
		tick();
		const timer = setInterval(tick, 250);
		return () => clearInterval(timer);
	}, [pause]);
	return (
		<p className="text-sm text-muted">
			{pause.for === "other-writer"
				? `One ${what} is being written elsewhere, or was when the run was cut off. It is looked up within a minute.`
				: isDriven
					? `Waiting ${left} s for the service's rate limit.`
					: `The service's rate limit asks to wait ${left} s.`}
		</p>
	);
}
