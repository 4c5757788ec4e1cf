"use client";

import {
	type FormEvent,
	startTransition,
	useActionState,
	useEffect,
	useEffectEvent,
	useLayoutEffect,
	useRef,
	useState,
} from "react";
import { rememberSeen, seenSince } from "@/app/_editor/seen";
import { keepInput } from "@/app/_forms/keep-input";
import { useAnswer } from "@/app/_forms/use-answer";
import { useOneAtATime } from "@/app/_forms/use-one-at-a-time";
import { useSaveKey } from "@/app/_forms/use-save-key";
import { useUnsavedGuard } from "@/app/_forms/use-unsaved-guard";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { useLive } from "@/components/ui/use-live";
import { METADATA_PROPERTIES_MAX, METADATA_VALUE_LENGTH_MAX } from "@/lib/contract/limits";
import type { TokenLabels } from "../_token/token-labels";
import { DraftOffer } from "./draft/draft-offer";
import type { MetadataDraft } from "./draft/metadata-draft";
import { useMetadataDraft } from "./draft/use-metadata-draft";
import { MetadataViews } from "./metadata-views";
import { ClearMetadata } from "./rows/clear-metadata";
import { metadataFormErrors } from "./rows/metadata-form-errors";
import type { MetadataFormState } from "./rows/metadata-form-state";
import { MetadataProblems } from "./rows/metadata-problems";
import { entriesOfRows, isSameMetadata, type MetadataEntry, type MetadataRow, rowsOf } from "./rows/metadata-rows";
import { postedRows } from "./rows/posted-rows";
import { plainRows, useMetadataRows } from "./rows/use-metadata-rows";
import { ConflictDialog } from "./save/conflict-dialog";
import { clearMetadataAction, saveMetadataAction } from "./save/metadata-actions";
import { MetadataChangeList } from "./save/metadata-change-list";
import { hasEdits, metadataChanges } from "./save/metadata-changes";
import { SaveStatus } from "./save/save-status";

type MetadataEditorProps = {
	token: TokenLabels;
	/** Whose token it is, where that is known. */
	userId: string | null;
	stored: MetadataEntry[];
	canWrite: boolean;
	/** The signed-in admin, to whom a draft belongs. */
	subject: string;
	/** When the page was made, ISO 8601 UTC. */
	madeAt: string;
};

/** What is remembered of a save: the form as it was afterwards. */
type RememberedSave = { at: string; state: MetadataFormState };

/**
 * The metadata of one token as one document with one Save. What counts as unchanged is frozen when editing begins: it
 * moves only with an answer of the service to a save, never with a page that was fetched again.
 */
export function MetadataEditor({ token, userId, stored, canWrite, subject, madeAt }: MetadataEditorProps) {
	const [known] = useState(() => seenSince<RememberedSave>(token.id, madeAt)?.state);
	const [state, submit, isSaving] = useActionState<MetadataFormState, FormData>(
		keepInput(saveMetadataAction, nothing),
		{},
	);
	const [cleared, submitClear, isClearing] = useActionState<MetadataFormState, FormData>(
		keepInput(clearMetadataAction, nothing),
		{},
	);
	const [baseline, setBaseline] = useState(state.baseline ?? known?.baseline ?? stored);
	const [wasRefused, setWasRefused] = useState(Boolean(state.errors));
	const [isBroken, setIsBroken] = useState(false);
	const [latest, setLatest] = useState(cleared.result ? cleared : (known ?? state));
	const editor = useMetadataRows(state.rows ?? known?.rows ?? rowsOf(baseline));
	const formRef = useRef<HTMLFormElement>(null);
	const problemsRef = useRef<HTMLDivElement>(null);
	const saveRef = useRef<HTMLButtonElement>(null);
	const sent = useRef<MetadataRow[] | null>(null);

	const rows = plainRows(editor.rows);
	const faults = canWrite ? metadataFormErrors(rows) : null;
	const errors = faults ?? {};
	const changes = metadataChanges(baseline, rows);
	const isPending = isSaving || isClearing;
	const isDirty = hasEdits(baseline, rows);
	useUnsavedGuard((isDirty || isBroken) && canWrite && !isPending);
	useSaveKey(formRef);
	const once = useOneAtATime(isPending);
	const draft = useMetadataDraft({
		subject,
		tokenId: token.id,
		current: { rows, baseline },
		isDirty: isDirty && canWrite,
	});

	// What was typed before the scripts ran is in the controls, not yet here.
	const adoptEarlyInput = useEffectEvent(() => {
		if (!formRef.current || !canWrite) return;
		const found = postedRows(new FormData(formRef.current));
		if (JSON.stringify(found) !== JSON.stringify(rows)) editor.adopt(found);
	});
	useLayoutEffect(() => adoptEarlyInput(), []);

	function onAnswer(answer: MetadataFormState) {
		setLatest(answer);
		setWasRefused(Boolean(answer.errors));
		// What was merged and can't be saved, as too many keys of both sides, is shown with what is wrong with it.
		const isMerged = answer.errors && answer.baseline && !isSameMetadata(answer.baseline, baseline);
		if (!answer.rows || !answer.baseline) return;
		if (isMerged) {
			setBaseline(answer.baseline);
			return editor.replace(answer.rows);
		}
		if (!answer.result || answer.result.kind === "not-stored") return;
		if (answer.result.kind !== "unchanged")
			rememberSeen<RememberedSave>(token.id, { at: answer.result.at, state: answer });
		setBaseline(answer.baseline);
		// Keys typed while the answer was on its way stay.
		const isUntouched = sent.current === null || isSameMetadata(entriesOfRows(sent.current), entriesOfRows(rows));
		if (isUntouched) editor.replace(answer.rows);
		else editor.relink(answer.baseline);
		sent.current = null;
	}
	// Only now is there something in them.
	useEffect(() => {
		if (latest.errors || latest.problem) problemsRef.current?.focus();
	}, [latest]);
	useAnswer(state, onAnswer);
	// What stops the clearing is said in its own dialog.
	useAnswer(cleared, (answer) => answer.result && onAnswer(answer));

	function send(edited: MetadataRow[], intent: string) {
		if (!formRef.current) return;
		const data = new FormData(formRef.current);
		data.set("rows", JSON.stringify(edited));
		data.set("intent", intent);
		sent.current = intent === "save" ? edited : null;
		startTransition(() => submit(data));
	}

	function onSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (isBroken) return document.getElementById("metadata-json")?.focus();
		// Enter and Ctrl+S in the open dialog mean its own button.
		const isResolving = Boolean(formRef.current?.querySelector("dialog[open]"));
		if (!once.begin()) return;
		if (!faults) return send(rows, isResolving ? "resolve" : "save");
		once.giveUp();
		setWasRefused(true);
		requestAnimationFrame(() => problemsRef.current?.focus());
	}

	/** What the draft was typed onto is restored too, so that a save still notices what changed since. */
	function restoreDraft({ rows: typed, baseline: original }: MetadataDraft) {
		setBaseline(original);
		editor.replace(typed);
		draft.swap();
	}

	function undo(before: MetadataEntry[]) {
		// Its own button goes.
		saveRef.current?.focus();
		const held = new Map(baseline.map((entry) => [entry[0], entry]));
		const back = before.map(([key, value]) => ({ key, value, original: held.get(key) ?? null }));
		editor.replace(back);
		send(back, "save");
	}

	const count = entriesOfRows(rows).length;
	return (
		<Section
			title="Metadata"
			aside={
				<span className={count > METADATA_PROPERTIES_MAX ? "font-semibold text-danger" : "text-muted"}>
					{count} / {METADATA_PROPERTIES_MAX}
				</span>
			}
		>
			<p className="max-w-prose text-sm text-muted">
				Key–value notes, {METADATA_VALUE_LENGTH_MAX} characters each (Unicode code points). Everyone with access to the
				tenant can read them: keep secrets elsewhere.
			</p>
			{draft.offered && canWrite ? (
				<DraftOffer
					draft={draft.offered}
					onRestore={() => draft.offered && restoreDraft(draft.offered)}
					onDiscard={draft.discard}
					heir={() => formRef.current?.querySelector<HTMLElement>("[aria-pressed=true]")}
				/>
			) : null}
			<form
				ref={formRef}
				action={submit}
				onSubmit={onSubmit}
				noValidate
				data-early-guard={useLive() ? undefined : ""}
				className="grid gap-4"
			>
				{/* The first submit button answers Enter in a page without scripts: that must save, not remove a row. */}
				<button type="submit" name="intent" value="save" tabIndex={-1} aria-hidden="true" className="sr-only" />
				<input type="hidden" name="tokenId" value={token.id} />
				<input type="hidden" name="baseline" value={JSON.stringify(baseline)} />
				<MetadataProblems
					ref={problemsRef}
					rows={editor.rows}
					errors={wasRefused ? errors : {}}
					problem={latest.problem}
				/>
				<MetadataViews
					tokenId={token.id}
					{...{ userId, editor, baseline, errors, canWrite }}
					focusRow={state.focusRow}
					onBroken={setIsBroken}
				/>
				{canWrite ? (
					<div className="grid gap-3 border-t border-line pt-4">
						<MetadataChangeList changes={changes} />
						<div className="flex flex-wrap items-center gap-3">
							<Button ref={saveRef} variant="primary" name="intent" value="save" aria-disabled={isPending}>
								Save metadata
							</Button>
							<SaveStatus {...{ isPending, isDirty, onUndo: undo }} result={latest.result} count={count} />
						</div>
					</div>
				) : null}
				{latest.conflict ? (
					<ConflictDialog
						conflict={latest.conflict}
						baseline={baseline}
						rows={rows}
						isPending={isPending}
						returnTo={saveRef}
					/>
				) : null}
			</form>
			{canWrite ? (
				<ClearMetadata
					token={token}
					baseline={cleared.conflict?.theirs ?? baseline}
					state={cleared}
					submit={submitClear}
					isPending={isPending}
					dropsEdits={isDirty}
				/>
			) : null}
		</Section>
	);
}

/** The rows that are typed stay where they are: an answer without any leaves them. */
const nothing = (): MetadataFormState => ({});
