"use client";

import { startTransition, useActionState, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { keepInput } from "@/app/_forms/keep-input";
import { SaveProblems } from "@/app/_forms/save-problems";
import { shownFaults } from "@/app/_forms/shown-faults";
import { useAnswer } from "@/app/_forms/use-answer";
import { useOneAtATime } from "@/app/_forms/use-one-at-a-time";
import { useSaveKey } from "@/app/_forms/use-save-key";
import { Button } from "@/components/ui/button";
import { hasEdits } from "../_edit/application-changes";
import { type ApplicationFormValues, emptyValues, hasPeople } from "../_edit/application-content";
import { applicationFaults } from "../_edit/application-faults";
import type { CreateFormState } from "../_edit/application-form-state";
import { postedValues } from "../_edit/posted-values";
import { withoutSecrets } from "../_secret/without-secrets";
import { AddressField, NameField, TypeField } from "./basic-fields";
import { CreateOutcome } from "./create-outcome";
import { ErrorSummary } from "./error-summary";
import { createApplicationAction } from "./save/application-actions";
import { UnsavedEdits } from "./unsaved-edits";

const nothing: CreateFormState = {};

type NewApplicationProps = { canWrite: boolean; subject: string };

/**
 * The form of a new application, and in its place what was created with its secret: the answer to this very form, with
 * scripts and without. The secret is in no draft, no address and no history of the browser.
 */
export function NewApplication({ canWrite, subject }: NewApplicationProps) {
	const [state, submit, isPending] = useActionState<CreateFormState, FormData>(
		withoutSecrets(
			keepInput(createApplicationAction, () => nothing),
			nothing,
		),
		nothing,
	);
	const [values, setValues] = useState<ApplicationFormValues>(state.values ?? emptyValues);
	const [answered, setAnswered] = useState(values);
	const [wasRefused, setWasRefused] = useState(Boolean(state.faults));
	const [isLive, setLive] = useState(false);
	const [refusals, setRefusals] = useState(0);
	const formRef = useRef<HTMLFormElement>(null);
	const summaryRef = useRef<HTMLDivElement>(null);
	const sent = useRef(values);
	const once = useOneAtATime(isPending);
	const { result } = state;
	const isCreated = result?.kind === "created";
	useSaveKey(formRef);

	const comeAlive = useEffectEvent(() => {
		setLive(true);
		if (!formRef.current || !canWrite) return;
		const found = { ...emptyValues, ...postedValues(new FormData(formRef.current)), signUp: emptyValues.signUp };
		if (hasEdits(found, values)) setValues(found);
	});
	useLayoutEffect(() => comeAlive(), []);
	useEffect(() => {
		if (refusals > 0) summaryRef.current?.focus();
	}, [refusals]);

	useAnswer(state, (next) => {
		setAnswered(sent.current);
		if (next.result?.kind === "created") setValues(emptyValues);
		else setRefusals((count) => count + 1);
	});

	function create() {
		if (!canWrite || !once.begin()) return;
		const isStopped = applicationFaults(null, values) !== null;
		setWasRefused(isStopped);
		if (isStopped) {
			once.giveUp();
			setRefusals((count) => count + 1);
			return;
		}
		const data = new FormData();
		data.set("values", JSON.stringify(values));
		sent.current = values;
		startTransition(() => submit(data));
	}

	const faults = shownFaults(values, { wasRefused, faults: state.faults, answered }, () =>
		applicationFaults(null, values),
	);
	const fields = { values, faults, isDisabled: !canWrite, change };
	// What led to an application, or seems to have, is done with until it is edited again.
	const isSettled = isCreated || (result !== undefined && values === answered);
	const isDirty = !isSettled && hasEdits(emptyValues, values);

	function change(part: Partial<ApplicationFormValues>) {
		setValues((now) => ({ ...now, ...part }));
	}

	return (
		<div className="grid max-w-3xl gap-5">
			<div ref={summaryRef} tabIndex={-1} className="grid gap-3 empty:hidden">
				{isCreated ? null : <ErrorSummary faults={faults} />}
				<SaveProblems problem={state.problem} />
				<UnsavedEdits
					{...{ subject, canWrite, isDirty, isPending }}
					current={{ values, opened: null }}
					onRestore={(draft) => setValues(draft.values)}
				/>
				{result && !isCreated ? <CreateOutcome result={result} /> : null}
			</div>
			{isCreated ? (
				<CreateOutcome result={result} />
			) : (
				<form
					ref={formRef}
					action={submit}
					onSubmit={(event) => {
						event.preventDefault();
						create();
					}}
					noValidate
					autoComplete="off"
					data-early-guard={isLive ? undefined : ""}
					className="grid gap-5"
				>
					<NameField {...fields} />
					<TypeField {...fields} description={typeInWords(values.type, isLive)} />
					{isLive && !hasPeople(values.type) ? null : (
						<AddressField
							{...fields}
							list="callbacks"
							{...(isLive ? {} : { hint: "Left out for machine to machine." })}
						/>
					)}
					{canWrite ? (
						<div className="flex flex-wrap items-center gap-3">
							<Button variant="primary" aria-disabled={isPending}>
								Create application
							</Button>
							<p role="status" className="text-sm text-muted">
								{isPending ? "Sending…" : ""}
							</p>
						</div>
					) : null}
				</form>
			)}
		</div>
	);
}

const types: Record<string, string> = {
	regular_web: "Runs on a server, where it can keep a secret. People sign in.",
	spa: "Runs in the browser, so it has no secret. People sign in.",
	native: "Runs on phones and desktops, so it has no secret. People sign in.",
	non_interactive: "Runs by itself and signs in with its secret, without people.",
};

/** Without scripts the words can't follow the choice, so they say what follows from each. */
function typeInWords(type: string, isLive: boolean): string {
	const all = "Web applications and machines get a secret; single page and native apps can't keep one.";
	return isLive ? (types[type] ?? all) : all;
}
